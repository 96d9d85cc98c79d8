import type { FilterDescriptor } from '../../../kit/resource/descriptor.ts';
import { isOperatorParameter } from '../../../kit/resource/filter-operators.ts';
import type { ListSorting } from '../../parts/list-sorting.ts';
import { SortChoices } from '../../parts/sort-choices.tsx';
import { AddFilter } from '../../register/add-filter.tsx';
import { FilterChips } from '../../register/filter-chips.tsx';
import { toColumnFilter } from '../../register/filters/filter-choices.ts';

interface AuditColumnsProps {
  search: Record<string, string>;
  sorting: ListSorting;
  onChange: (patch: Record<string, string | undefined>) => void;
}

const OWN: readonly FilterDescriptor[] = [
  { name: 'createddate', title: 'Time', kind: 'date' },
  { name: 'username', title: 'User', kind: 'text' },
  { name: 'action', title: 'Action', kind: 'text' },
  { name: 'entitytype', title: 'Record type', kind: 'text' },
  { name: 'ipaddress', title: 'IP address', kind: 'text' },
];
const OTHER: readonly FilterDescriptor[] = [
  { name: 'entityid', title: 'Record ID', kind: 'text' },
  { name: 'actorkind', title: 'Kind of user', kind: 'text' },
  { name: 'requestid', title: 'Request ID', kind: 'text' },
  { name: 'undoable', title: 'Can be undone', kind: 'boolean' },
];
const FILTERS = [...OWN, ...OTHER].map(toColumnFilter);
/** The columns with a field of their own in the form beside. */
const IN_FORM = new Set(['createddate', 'username', 'entitytype', 'entityid']);
const OFFERED = FILTERS.filter(({ name }) => !IN_FORM.has(name));

/** Filters the audit log by further columns of its rows, and sorts it. */
export function AuditColumns({ search, sorting, onChange }: AuditColumnsProps) {
  const values = Object.fromEntries(
    Object.entries(search).filter(([name, value]) => value && isOperatorParameter(name)),
  );
  const removed = Object.fromEntries(Object.keys(values).map((name) => [name, undefined]));
  const narrowing = {
    filters: FILTERS,
    values,
    onValues: (next: Record<string, string>) => onChange({ ...removed, ...next }),
  };
  return (
    <>
      <AddFilter {...narrowing} filters={OFFERED} />
      <FilterChips {...narrowing} />
      <div className="mw-toolbar-end">
        <SortChoices sorting={sorting} own={OWN} other={OTHER} />
      </div>
    </>
  );
}
