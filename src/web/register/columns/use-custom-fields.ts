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

/** The custom fields of the assets of a register, and whether they are loaded. Other registers have none. */
interface CustomFields {
  fields: CustomField[];
  isLoaded: boolean;
}

/** Returns the custom fields of the assets in a register. Fields of several types may share a name. */
export function useTypeFields({ isasset, assettype }: RegisterDescriptor): CustomFields {
  const { data = NONE, isFetched } = useQuery({ ...customFieldsQuery, enabled: isasset });
  const fields = useMemo(
    () => (isasset ? data.filter((field) => !field.assettype || isOfType(field, assettype)) : NONE),
    [isasset, assettype, data],
  );
  return { fields, isLoaded: !isasset || isFetched };
}

/** Returns the custom fields of the assets in a list: one for each name. */
export function useCustomFields(register: RegisterDescriptor): CustomFields {
  const { fields, isLoaded } = useTypeFields(register);
  return { fields: useMemo(() => mergeSameNames(fields), [fields]), isLoaded };
}

/** Returns one field for each name. One that several types have is of no type. */
function mergeSameNames(fields: readonly CustomField[]): CustomField[] {
  const groups = Map.groupBy(fields, ({ fieldname }) => fieldname.toLowerCase());
  return [...groups.values()].map((group) =>
    group.length === 1 ? group[0]! : { ...group.at(-1)!, assettypeid: null },
  );
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
