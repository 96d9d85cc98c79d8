import { useMemo } from 'react';
import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import { useCustomFields } from '../columns/use-custom-fields.ts';
import { type FilterChoice, listFilterChoices, toCustomFilter } from './filter-choices.ts';

/** Returns the filters of a list. Lists of assets also have the custom fields of their types. */
export function useListFilters(register: RegisterDescriptor): FilterChoice[] {
  const { fields } = useCustomFields(register);
  return useMemo(() => [...listFilterChoices(register), ...fields.map(toCustomFilter)], [register, fields]);
}
