import type { FilterDescriptor } from '../../../kit/resource/descriptor.ts';
import { isOperatorParameter } from '../../../kit/resource/filter-operators.ts';
import type { ListSorting } from '../../parts/list-sorting.ts';
import { SortChoices } from '../../parts/sort-choices.tsx';
import { AddFilter, type FiltersProps } from '../../register/add-filter.tsx';
import { FilterChips } from '../../register/filter-chips.tsx';
import { toColumnFilter } from '../../register/filters/filter-choices.ts';
import type { AuditFiltersProps } from './audit-query.ts';

const OWN: readonly FilterDescriptor[] = [
  { name: 'createddate', title: 'Time', kind: 'date' },
  { name: 'username', title: 'User', kind: 'text' },
  { name: 'action', title: 'Action', kind: 'text' },
  { name: 'entitytype', title: 'Record type', kind: 'text' },
  { name: 'ipaddress', title: 'IP address', kind: 'text' },
];
const OTHER: readonly FilterDescriptor[] = [
  { name: 'entityid', title: 'Record ID', kind: 'text' },
  { name: 'actorkind', title: 'Account type', kind: 'text' },
  { name: 'requestid', title: 'Reference', kind: 'text' },
  { name: 'undoable', title: 'Can be undone', kind: 'boolean' },
];
const FILTERS = [...OWN, ...OTHER].map(toColumnFilter);
/** The columns with a field of their own in the form beside. */
const IN_FORM = new Set(['createddate', 'username', 'entitytype', 'entityid']);
const OFFERED = FILTERS.filter(({ name }) => !IN_FORM.has(name));

/** Returns the filters by further columns of the rows that are in the URL, and sets them. */
function toColumnFilters({ search, onChange }: AuditFiltersProps): FiltersProps {
  const values = Object.fromEntries(
    Object.entries(search).filter(([name, value]) => value && isOperatorParameter(name)),
  );
  const removed = Object.fromEntries(Object.keys(values).map((name) => [name, undefined]));
  const onValues = (next: Record<string, string>) => onChange({ ...removed, ...next });
  return { filters: FILTERS, values, onValues };
}

/** Adds a filter of the audit log by a further column of its rows. */
export const AddAuditFilter = (props: AuditFiltersProps) => (
  <AddFilter {...toColumnFilters(props)} filters={OFFERED} label="More filters" />
);

/** Shows the filters of the audit log by further columns of its rows. */
export const AuditColumnChips = (props: AuditFiltersProps) => <FilterChips {...toColumnFilters(props)} />;

/** Sorts the audit log. */
export const AuditSort = ({ sorting }: { sorting: ListSorting }) => (
  <div className="mw-toolbar-end">
    <SortChoices sorting={sorting} own={OWN} other={OTHER} />
  </div>
);
