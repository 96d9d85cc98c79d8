import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AuditEntityType } from '../../../features/audit/index.ts';
import { get } from '../../api/client.ts';
import { useRegisters } from '../../api/queries.ts';
import { pluralName } from '../../register/plural.ts';
import { RefSelect } from '../../register/ref-select.tsx';
import type { AuditFiltersProps } from './audit-query.ts';

/** Returns the types of records in the audit log, the type that is a filter, and its register if it has one. */
export function useAuditEntity({ entitytype }: Record<string, string>) {
  const { data: types = [] } = useQuery({
    queryKey: ['audit-entities'],
    queryFn: () => get<AuditEntityType[]>('/auditlogs/entities'),
  });
  const registers = useRegisters();
  const type = types.find((one) => one.entitytype === entitytype);
  return { types, type, register: registers.find(({ name }) => name === type?.register) };
}

/** Filters the audit log by the type of the record, and then by one record of a register. */
export function AuditEntityFilter({ search, onChange }: AuditFiltersProps) {
  const { types, register } = useAuditEntity(search);
  const { entitytype, entityid } = search;
  return (
    <>
      <Select
        label="Record type"
        placeholder="All records"
        searchable
        clearable
        data={types.map((one) => ({ value: one.entitytype, label: one.title }))}
        value={entitytype ?? null}
        onChange={(value) => onChange({ entitytype: value ?? undefined, entityid: undefined })}
      />
      {register && (
        <RefSelect
          key={register.name}
          label={register.titleone}
          placeholder={`All ${pluralName(register)}`}
          clearable
          source={register}
          value={entityid ?? null}
          onChange={(value) => onChange({ entityid: value ?? undefined })}
        />
      )}
    </>
  );
}
