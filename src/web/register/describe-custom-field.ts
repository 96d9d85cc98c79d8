import type { FieldDescriptor, FieldKind } from '../../kit/resource/descriptor.ts';
import { CUSTOM_FIELD_PREFIX } from '../../kit/resource/filter-operators.ts';
import type { CustomField } from './filters/filter-choices.ts';

const KINDS: Readonly<Record<string, FieldKind | undefined>> = {
  number: 'number',
  date: 'date',
  boolean: 'boolean',
  select: 'select',
  url: 'url',
};

/** Returns a custom field in the form of the fields of a register. */
export const describeCustomField = ({
  fieldname,
  label,
  fieldtype,
  options,
}: CustomField): FieldDescriptor => ({
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
