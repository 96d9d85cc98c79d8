import { useMemo } from 'react';
import type { FieldDescriptor, FieldKind, RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import { CUSTOM_FIELD_PREFIX } from '../../../kit/resource/filter-operators.ts';
import type { CustomField } from '../filters/filter-choices.ts';
import { useCustomFields } from './use-custom-fields.ts';

const KINDS: Readonly<Record<string, FieldKind | undefined>> = {
  number: 'number',
  date: 'date',
  boolean: 'boolean',
  select: 'select',
  url: 'url',
};

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
    const added = fields.map(toColumnField);
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

const toColumnField = ({ fieldname, label, fieldtype, options }: CustomField): FieldDescriptor => ({
  name: CUSTOM_FIELD_PREFIX + fieldname,
  title: label,
  kind: KINDS[fieldtype] ?? 'text',
  options: options?.map((option) => ({ value: option, label: option })),
  required: false,
  readonly: false,
  createonly: false,
  list: 'hidden',
  section: 'Custom fields',
  sortable: true,
  // Its filter is separate, because it has its own group.
  filterable: false,
});
