import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AuditEntityType } from '../../../features/audit/index.ts';
import { get } from '../../api/client.ts';
import { useRegisters } from '../../api/queries.ts';
import { pluralName } from '../../register/plural.ts';
import { RefSelect } from '../../register/ref-select.tsx';

interface AuditEntityFilterProps {
  search: Record<string, string>;
  onChange: (patch: Record<string, string | undefined>) => void;
}

/** Filters the audit log by the type of the record, and then by one record of a register. */
export function AuditEntityFilter({ search, onChange }: AuditEntityFilterProps) {
  const { data: types = [] } = useQuery({
    queryKey: ['audit-entities'],
    queryFn: () => get<AuditEntityType[]>('/auditlogs/entities'),
  });
  const registers = useRegisters();
  const { entitytype, entityid } = search;
  const type = types.find((one) => one.entitytype === entitytype);
  const register = registers.find(({ name }) => name === type?.register);
  return (
    <>
      <Select
        aria-label="Record type"
        placeholder="All records"
        searchable
        clearable
        w={190}
        data={types.map((one) => ({ value: one.entitytype, label: one.title }))}
        value={entitytype ?? null}
        onChange={(value) => onChange({ entitytype: value ?? undefined, entityid: undefined })}
      />
      {register && (
        <RefSelect
          key={register.name}
          aria-label={register.titleone}
          placeholder={`All ${pluralName(register)}`}
          clearable
          w={190}
          source={register}
          value={entityid ?? null}
          onChange={(value) => onChange({ entityid: value ?? undefined })}
        />
      )}
    </>
  );
}
