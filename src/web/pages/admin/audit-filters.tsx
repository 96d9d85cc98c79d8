import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import { type FormEvent, useId } from 'react';
import { isOperatorParameter } from '../../../kit/resource/filter-operators.ts';
import { ActorsControl } from '../../parts/actors-control.tsx';
import type { ListSorting } from '../../parts/list-sorting.ts';
import { AuditChips } from './audit-chips.tsx';
import { AuditColumnChips, AuditSort } from './audit-columns.tsx';
import { AuditPanel } from './audit-panel.tsx';
import { type AuditFiltersProps, actorsOf } from './audit-query.ts';

/** The filters of the panel. */
const IN_PANEL = ['userid', 'entitytype', 'entityid', 'from', 'to'];

/**
 * Filters the audit log: the search and the kind of changes in one row, the other filters in a panel below it.
 * While the panel is closed, its filters are chips.
 */
export function AuditFilters({ search, onChange, sorting }: AuditFiltersProps & { sorting: ListSorting }) {
  const panel = useId();
  const [isOpen, { toggle }] = useDisclosure(false);
  const inPanel = IN_PANEL.filter((name) => search[name]);
  const filters = ['search', 'action', ...IN_PANEL, ...Object.keys(search).filter(isOperatorParameter)];
  const isFiltered = filters.some((name) => search[name]);
  const clear = () => onChange(Object.fromEntries(filters.map((name) => [name, undefined])));
  return (
    <search className="mw-toolbar mw-audit-filters" aria-label="Filter the audit log">
      <SearchText key={search.search} search={search} onChange={onChange} />
      <ActorsControl value={actorsOf(search)} onChange={(actors) => onChange({ actors })} />
      <Button
        variant={isOpen ? 'light' : 'default'}
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        className="mw-audit-toggle"
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={toggle}
      >
        {inPanel.length > 0 ? `Filters (${inPanel.length})` : 'Filters'}
      </Button>
      {!isOpen && <AuditChips search={search} onChange={onChange} />}
      <AuditColumnChips search={search} onChange={onChange} />
      {isFiltered && (
        <Button variant="subtle" className="mw-audit-clear" onClick={clear}>
          Clear
        </Button>
      )}
      <AuditSort sorting={sorting} />
      <div id={panel} className="mw-audit-panel" hidden={!isOpen}>
        {isOpen && <AuditPanel search={search} onChange={onChange} />}
      </div>
    </search>
  );
}

function SearchText({ search, onChange }: AuditFiltersProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('search') ?? '').trim();
    onChange({ search: text || undefined });
  };
  return (
    <form className="mw-toolbar-search" onSubmit={submit}>
      <TextInput
        name="search"
        aria-label="Search in the audit log"
        placeholder="Name, user, value or action"
        leftSection={<IconSearch size={16} aria-hidden />}
        defaultValue={search.search}
      />
    </form>
  );
}
