import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DueCounts } from '../../../features/dashboard/due/due-schemas.ts';
import { get } from '../../api/client.ts';
import { useRegisters } from '../../api/queries.ts';
import type { ListSorting } from '../../parts/list-sorting.ts';
import { SortChoices } from '../../parts/sort-choices.tsx';
import { RefSelect } from '../../register/ref-select.tsx';
import type { DueFilterPatch, DueFilterValues } from './use-due-filters.ts';

interface DueFiltersProps {
  filters: DueFilterValues;
  sorting: ListSorting;
  onChange: (patch: DueFilterPatch) => void;
}

const PERIODS = [
  { value: 'overdue', label: 'Overdue' },
  { value: 'week', label: '7 days' },
  { value: 'month', label: '30 days' },
  { value: 'year', label: 'Year' },
];

const SORTS = [
  { name: 'title', title: 'Item' },
  { name: 'due', title: 'Due' },
  { name: 'kindtitle', title: 'Kind' },
  { name: 'location', title: 'Location' },
];

/** Filters the list by period, kind and location, and sorts it. */
export function DueFilters({ filters, sorting, onChange }: DueFiltersProps) {
  const { period, kind, locationid } = filters;
  const locations = useRegisters().find(({ name }) => name === 'locations');
  const { data } = useQuery({
    queryKey: ['due-counts'],
    queryFn: () => get<DueCounts>('/dashboard/due/counts'),
  });
  const kinds = data?.kinds.map((one) => ({ value: one.kind, label: one.title })) ?? [];
  return (
    <search className="mw-toolbar" aria-label="Filter due dates">
      <SegmentedControl
        aria-label="Period"
        data={PERIODS}
        value={period}
        onChange={(next) => onChange({ period: next })}
      />
      <NativeSelect
        aria-label="Kind"
        value={kind ?? ''}
        data={[{ value: '', label: 'All kinds' }, ...kinds]}
        onChange={(event) => onChange({ kind: event.currentTarget.value || undefined })}
      />
      {locations && (
        <RefSelect
          aria-label="Location"
          placeholder="All locations"
          source={locations}
          value={locationid ?? null}
          onChange={(id) => onChange({ locationid: id ?? undefined })}
        />
      )}
      <div className="mw-toolbar-end">
        <SortChoices sorting={sorting} own={SORTS} />
      </div>
    </search>
  );
}
