import { useMemo } from 'react';
import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import { describeCustomField } from '../describe-custom-field.ts';
import { useCustomFields } from './use-custom-fields.ts';

/** A register whose custom fields are columns, and whether they are loaded. */
export interface ListRegister {
  register: RegisterDescriptor;
  isLoaded: boolean;
}

/** Adds the custom fields of a register's assets to its fields, so that they are columns like all others. */
export function useListRegister(register: RegisterDescriptor): ListRegister {
  const { fields, isLoaded } = useCustomFields(register);
  return useMemo(() => {
    if (fields.length === 0) return { register, isLoaded };
    const added = fields.map(describeCustomField);
    const names = added.map(({ name }) => name);
    return {
      register: {
        ...register,
        fields: [...register.fields, ...added],
        sorts: [...register.sorts, ...names],
      },
      isLoaded,
    };
  }, [register, fields, isLoaded]);
}
