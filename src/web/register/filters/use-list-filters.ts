import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import { get } from '../../api/client.ts';
import { type CustomField, type FilterChoice, listFilterChoices, toCustomFilter } from './filter-choices.ts';

const STALE_MS = 60_000;
const NONE: CustomField[] = [];

/** Returns the filters of a list. Lists of assets also have the custom fields of their types. */
export function useListFilters(register: RegisterDescriptor): FilterChoice[] {
  const { data = NONE } = useQuery({
    queryKey: ['list', '/customfields', 'filters'],
    queryFn: ({ signal }) => get<CustomField[]>('/customfields', { per_page: 100 }, signal),
    enabled: register.isasset,
    staleTime: STALE_MS,
  });
  return useMemo(() => {
    const custom = register.isasset
      ? data.filter(
          ({ assettype }) => assettype === null || !register.assettype || assettype === register.assettype,
        )
      : NONE;
    // Fields of several types may share a name.
    const byName = new Map(custom.map((field) => [field.fieldname.toLowerCase(), toCustomFilter(field)]));
    return [...listFilterChoices(register), ...byName.values()];
  }, [register, data]);
}
