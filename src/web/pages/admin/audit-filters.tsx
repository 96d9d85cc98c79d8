import { Button, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { User } from '../../../features/identity/schemas.ts';
import { isOperatorParameter } from '../../../kit/resource/filter-operators.ts';
import { get } from '../../api/client.ts';
import { DateInput } from '../../parts/date-input.tsx';
import { AuditEntityFilter } from './audit-entity-filter.tsx';
import { actorsOf } from './audit-query.ts';

interface AuditFiltersProps {
  search: Record<string, string>;
  onChange: (patch: Record<string, string | undefined>) => void;
}

const NAMES = ['search', 'userid', 'from', 'to'];
const FILTERS = [...NAMES, 'entitytype', 'entityid', 'action'];

const ACTORS = [
  { value: 'people', label: 'People' },
  { value: 'machines', label: 'Devices and tasks' },
  { value: 'all', label: 'All' },
];

/** Filters the audit log. Dates are days in the local time zone, and both ends are included. */
export function AuditFilters({ search, onChange }: AuditFiltersProps) {
  const form = useRef<HTMLFormElement>(null);
  const { data: users = [] } = useQuery({ queryKey: ['users'], queryFn: () => get<User[]>('/users') });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const entries = new FormData(form.current ?? undefined);
    onChange(
      Object.fromEntries(NAMES.map((name) => [name, String(entries.get(name) ?? '').trim() || undefined])),
    );
  };
  const filters = [...FILTERS, ...Object.keys(search).filter(isOperatorParameter)];
  const filtered = filters.some((name) => search[name]);
  return (
    <form ref={form} key={JSON.stringify(search)} className="mw-toolbar-form" onSubmit={submit}>
      <TextInput
        name="search"
        className="mw-toolbar-search"
        aria-label="Search in the audit log"
        placeholder="Name, user, value or action"
        leftSection={<IconSearch size={16} aria-hidden />}
        defaultValue={search.search}
      />
      <SegmentedControl
        aria-label="Changes by"
        data={ACTORS}
        value={actorsOf(search)}
        onChange={(actors) => onChange({ actors })}
      />
      <NativeSelect
        name="userid"
        aria-label="User"
        defaultValue={search.userid}
        data={[
          { value: '', label: 'All users' },
          ...users.map((user) => ({ value: String(user.userid), label: user.username })),
        ]}
        onChange={() => form.current?.requestSubmit()}
      />
      <AuditEntityFilter search={search} onChange={onChange} />
      <DayFilter name="from" label="From" initial={search.from} />
      <DayFilter name="to" label="To" initial={search.to} />
      <Button type="submit" variant="default">
        Apply
      </Button>
      {filtered && (
        <Button
          variant="subtle"
          onClick={() => onChange(Object.fromEntries(filters.map((name) => [name, undefined])))}
        >
          Clear
        </Button>
      )}
    </form>
  );
}

/** Shows an input for a day whose value the form sends as `2026-01-31`. */
function DayFilter({ name, label, initial = '' }: { name: string; label: string; initial?: string }) {
  const [day, setDay] = useState(initial);
  return (
    <>
      <DateInput
        aria-label={label}
        leftSection={<span className="mw-small">{label}</span>}
        leftSectionWidth={48}
        w={190}
        value={day}
        onChange={setDay}
      />
      <input type="hidden" name={name} value={/^\d{4}-/.test(day) ? day : ''} />
    </>
  );
}
