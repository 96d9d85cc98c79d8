import { useQueries } from '@tanstack/react-query';
import { isDay } from '../../../kit/date-format.ts';
import { recordQuery } from '../../api/queries.ts';
import { calendarDate } from '../../parts/time.tsx';
import { refLabel } from '../ref-options.ts';
import type { ActiveFilter } from './filter-choices.ts';
import { listFilterValues, periodLabel } from './filter-values.ts';

/** Returns the display texts of the values of a filter. The URL contains IDs, but the user needs names. */
export function useFilterTexts(active: ActiveFilter): string[] {
  const { filter, operator, value } = active;
  const values = listFilterValues(active);
  const { ref } = filter;
  const ids = ref && operator !== 'empty' ? values : [];
  const records = useQueries({ queries: ids.map((id) => recordQuery(ref!.path, id)) });
  if (operator === 'empty') return [];
  if (ref)
    return values.map((id, index) => {
      const { data, isError } = records[index]!;
      return data ? refLabel(ref, data) : isError ? `#${id}` : '…';
    });
  if (operator === 'last' || operator === 'next') return [periodLabel(value)];
  if (filter.kind === 'date' && isDay(value)) return values.map(calendarDate);
  if (filter.kind === 'boolean') return values.map((one) => (/^(true|1)$/.test(one) ? 'yes' : 'no'));
  return values.map((one) => filter.options?.find((option) => option.value === one)?.label ?? one);
}
