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

/** Choices of a field that can also have no value, unlike a checkbox. */
const YES_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** Returns a custom field in the form of the fields of a register. */
export const describeCustomField = (custom: CustomField): FieldDescriptor => ({
  name: CUSTOM_FIELD_PREFIX + custom.fieldname,
  title: custom.label,
  kind: KINDS[custom.fieldtype] ?? 'text',
  options:
    custom.fieldtype === 'boolean'
      ? YES_NO
      : custom.options?.map((option) => ({ value: option, label: option })),
  required: custom.isrequired,
  readonly: false,
  createonly: false,
  while: custom.assettypeid === null ? undefined : { field: 'assettypeid', is: custom.assettypeid },
  list: 'hidden',
  section: custom.groupname ?? 'Custom fields',
  sortable: true,
  // Its filter is separate, because it has its own group.
  filterable: false,
});
