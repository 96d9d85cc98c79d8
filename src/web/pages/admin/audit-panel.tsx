import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { isDay } from '../../../kit/date-format.ts';
import { DateInput } from '../../parts/date-input.tsx';
import { AddAuditFilter } from './audit-columns.tsx';
import { AuditEntityFilter } from './audit-entity-filter.tsx';
import type { AuditFiltersProps } from './audit-query.ts';
import { useUsers } from './use-users.ts';

/** Filters the audit log by user, record and days. Days are local, and both ends are included. */
export function AuditPanel({ search, onChange }: AuditFiltersProps) {
  const users = useUsers();
  return (
    <>
      <NativeSelect
        label="User"
        value={search.userid ?? ''}
        data={[
          { value: '', label: 'All users' },
          ...users.map((user) => ({ value: String(user.userid), label: user.username })),
        ]}
        onChange={(event) => onChange({ userid: event.currentTarget.value || undefined })}
      />
      <AuditEntityFilter search={search} onChange={onChange} />
      <DayFilter label="From" value={search.from} onDay={(from) => onChange({ from })} />
      <DayFilter label="To" value={search.to} onDay={(to) => onChange({ to })} />
      <AddAuditFilter search={search} onChange={onChange} />
    </>
  );
}

interface DayFilterProps {
  label: string;
  value: string | undefined;
  onDay: (day: string | undefined) => void;
}

/** Shows an input for a day. An incomplete day changes nothing. */
function DayFilter({ label, value = '', onDay }: DayFilterProps) {
  const [day, setDay] = useState(value);
  const change = (next: string) => {
    setDay(next);
    if (next !== value && (next === '' || isDay(next))) onDay(next || undefined);
  };
  return <DateInput label={label} value={day} onChange={change} />;
}
