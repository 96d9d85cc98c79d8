import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { FieldDescriptor, RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import {
  CUSTOM_FIELD_PREFIX,
  isOperatorParameter,
  joinValueList,
} from '../../kit/resource/filter-operators.ts';
import { queryString } from '../api/base-path.ts';
import { request } from '../api/client.ts';
import type { RegisterRecord } from '../api/types.ts';
import { useNavigateTo } from '../parts/app-link.tsx';
import { type ListSorting, readSorting } from '../parts/list-sorting.ts';
import { hasPlaces } from './filters/filter-choices.ts';

/** Numbers of rows per page that a list offers, as in the URL. */
export const PAGE_SIZES = ['25', '50', '100'];

/** The search, filters, order and page of a list. All of it is in the URL, under the names of the API. */
export interface ListState {
  page: number;
  perpage: number;
  search: string;
  sort: string;
  dir: 'asc' | 'desc';
  /** Includes inactive records. */
  inactive: boolean;
  filters: Record<string, string>;
  /** The field by which the list is shown in sections; empty for one list. */
  group: string;
  /** ID of the record in the panel beside the list; empty without one. */
  open: string;
  /** Shows records with parents as a plain list on request. */
  aslist: boolean;
  /** Set while the list is shown as a tree, which needs records with parents and no search, filter or group. */
  astree: boolean;
}

/**
 * Reads the state of a list from the parameters of the URL. Unknown filters and invalid values count as
 * absent; the default page has 50 rows.
 */
export function readListState(register: RegisterDescriptor, params: Record<string, string>): ListState {
  const filters: Record<string, string> = {};
  const known = new Set([
    ...register.filters.map(({ name }) => name),
    ...(hasPlaces(register) ? ['exact'] : []),
  ]);
  for (const [name, value] of Object.entries(params))
    if (value && (known.has(name) || isOperatorParameter(name))) filters[name] = value;
  return {
    page: Math.max(1, Number.parseInt(params.page ?? '1', 10) || 1),
    perpage: PAGE_SIZES.includes(params.per_page ?? '') ? Number(params.per_page) : 50,
    search: params.search ?? '',
    sort: isSort(register, params.sort ?? '') ? (params.sort ?? '') : '',
    dir: params.dir === 'desc' ? 'desc' : 'asc',
    inactive: params.active === 'false',
    filters,
    group: params.group ?? '',
    open: params.open ?? '',
    aslist: params.view === 'list',
    // Searched or filtered records are shown as a list.
    astree:
      register.istree === true &&
      params.view !== 'list' &&
      !params.group &&
      !params.search &&
      Object.keys(filters).length === 0,
  };
}

/** Reports whether a list can be sorted by this name. The names of custom fields are not in the register. */
const isSort = ({ sorts, isasset }: RegisterDescriptor, name: string): boolean =>
  sorts.includes(name) || (isasset && name.startsWith(CUSTOM_FIELD_PREFIX));

/**
 * Reports whether a search or a filter narrows the list. The bulk route requires one; including inactive
 * records is not a filter.
 */
export const isNarrowed = ({ search, filters }: ListState): boolean =>
  [search, ...Object.values(filters)].some((value) => value.trim() !== '');

/** Returns the order of a list, and the function that changes it. */
export const sortingOf = (
  { defaultsort, newestfirst }: Pick<RegisterDescriptor, 'defaultsort' | 'newestfirst'>,
  { sort, dir }: ListState,
  onState: (patch: Partial<ListState>) => void,
): ListSorting =>
  readSorting({ sort, dir }, { sort: defaultsort, dir: newestfirst ? 'desc' : 'asc' }, onState);

/**
 * Returns the query of the list route, with page and page size only for `withPaging`. Values that are not set
 * are undefined.
 */
export function listQueryParams(
  state: ListState,
  withPaging: boolean,
): Record<string, string | number | undefined> {
  return {
    ...state.filters,
    search: state.search || undefined,
    sort: state.sort || undefined,
    dir: state.sort ? state.dir : undefined,
    active: state.inactive ? 'false' : undefined,
    ...(withPaging ? { page: state.page, per_page: state.perpage } : {}),
  };
}

function addressParams(state: ListState) {
  return {
    ...listQueryParams(state, false),
    page: state.page > 1 ? state.page : undefined,
    per_page: state.perpage !== 50 ? state.perpage : undefined,
    group: state.group || undefined,
    open: state.open || undefined,
    view: state.aslist ? 'list' : undefined,
  };
}

/** Returns the view of a list as a query without `?`, without the page and the open record. */
export function viewQuery(state: ListState): string {
  return queryString(addressParams({ ...state, page: 1, open: '' })).slice(1);
}

/**
 * Returns the state of a list and a function to change it. A change without a page resets the page to 1 and
 * replaces the entry in the browser history. A change of the page adds an entry.
 */
export function useListState(register: RegisterDescriptor): [ListState, (patch: Partial<ListState>) => void] {
  const location = useLocation();
  const go = useNavigateTo();
  const state = readListState(register, location.search as Record<string, string>);
  const change = useCallback(
    (patch: Partial<ListState>) => {
      // The state is read again, because two changes in one tick must not overwrite each other.
      const now = readListState(register, Object.fromEntries(new URLSearchParams(window.location.search)));
      const next = { ...now, page: 1, ...patch };
      go(register.path + queryString(addressParams(next)), { replace: patch.page === undefined });
    },
    [register, go],
  );
  return [state, change];
}

/**
 * Returns the query for one page of a list, or for all rows of an unpaged register. The server adds the custom
 * fields and the requested fields among the columns. The previous rows stay while it loads.
 */
export function listQuery(
  register: RegisterDescriptor,
  state: ListState,
  columns: readonly FieldDescriptor[] = [],
) {
  const added = columns.flatMap(({ name, requested }) =>
    requested || name.startsWith(CUSTOM_FIELD_PREFIX) ? [name] : [],
  );
  const query = {
    ...listQueryParams(state, !register.unpaged),
    columns: joinValueList(added) || undefined,
  };
  return queryOptions({
    queryKey: ['list', register.path, query],
    queryFn: ({ signal }) => request<RegisterRecord[]>('GET', register.path, { query, signal }),
    placeholderData: keepPreviousData,
  });
}
