import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import { request } from '../../api/client.ts';
import type { CustomField } from '../filters/filter-choices.ts';

const STALE_MS = 60_000;
const PAGE = 100;
const NONE: CustomField[] = [];

/** Query for the custom fields of all asset types. */
export const customFieldsQuery = queryOptions({
  queryKey: ['list', '/customfields', 'all'],
  queryFn: ({ signal }) => readAll(signal),
  staleTime: STALE_MS,
});

/** Returns the custom fields of the assets in a list, and whether they are loaded. Other lists have none. */
export function useCustomFields(register: RegisterDescriptor): { fields: CustomField[]; isLoaded: boolean } {
  const { isasset, assettype } = register;
  const { data = NONE, isFetched } = useQuery({ ...customFieldsQuery, enabled: isasset });
  const fields = useMemo(() => {
    const own = isasset ? data.filter((field) => !field.assettype || isOfType(field, assettype)) : NONE;
    // Fields of several types may share a name.
    return [...new Map(own.map((field) => [field.fieldname.toLowerCase(), field])).values()];
  }, [isasset, assettype, data]);
  return { fields, isLoaded: !isasset || isFetched };
}

const isOfType = (field: CustomField, assettype: string | undefined): boolean =>
  !assettype || field.assettype === assettype;

/** Reads the custom fields of all asset types. A plant may have more than one page of them. */
async function readAll(signal: AbortSignal): Promise<CustomField[]> {
  const readPage = (page: number) =>
    request<CustomField[]>('GET', '/customfields', { query: { page, per_page: PAGE }, signal });
  const first = await readPage(1);
  const others = Array.from({ length: (first.pagination?.pages ?? 1) - 1 }, (_, n) => readPage(n + 2));
  return [first, ...(await Promise.all(others))].flatMap(({ data }) => data);
}
