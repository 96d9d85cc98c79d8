import { useLocation } from '@tanstack/react-router';
import { queryString } from '../../api/base-path.ts';
import { useNavigateTo } from '../../parts/app-link.tsx';
import { readSorting } from '../../parts/list-sorting.ts';

/** The periods of the page with their parameters in the API. */
const PERIODS = {
  overdue: { days: '0', state: 'overdue' },
  week: { days: '7' },
  month: { days: '30' },
  year: { days: '365' },
} as const;
export type DuePeriod = keyof typeof PERIODS;

/** The filters of the page, as in its URL. */
export interface DueFilterValues {
  period: DuePeriod;
  kind?: string;
  locationid?: string;
  page?: string;
  sort?: string;
  dir?: string;
}
export type DueFilterPatch = Partial<Record<keyof DueFilterValues, string | undefined>>;

/** Returns the filters and the order in the URL, a function that changes them, and the query for the API. */
export function useDueFilters() {
  const go = useNavigateTo();
  const search = useLocation().search as DueFilterPatch;
  const period: DuePeriod =
    search.period && Object.hasOwn(PERIODS, search.period) ? (search.period as DuePeriod) : 'week';
  const { kind, locationid, page, sort, dir } = search;
  const change = (patch: DueFilterPatch) =>
    go(`/due${queryString({ ...search, page: undefined, ...patch })}`, { replace: true });
  return {
    filters: { period, kind, locationid, page } satisfies DueFilterValues,
    sorting: readSorting(search, { sort: 'due', dir: 'asc' }, change),
    change,
    apiQuery: { ...PERIODS[period], kind, locationid, page, sort, dir },
  };
}
