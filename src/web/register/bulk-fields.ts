import type { FieldDescriptor, RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { describeCustomField } from './describe-custom-field.ts';
import type { CustomField } from './filters/filter-choices.ts';
import { type FormValues, isCheckbox, listFormFields } from './form-values.ts';

/** Fields whose values differ between assets. */
const SINGULAR = new Set([
  'assetnumber',
  'serialnumber',
  'hostname',
  'machinenumber',
  'windowsname',
  'ipaddress',
  'macaddress',
  'imagefilename',
]);
const YES_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** Fields that the dialog offers from the start. */
export const USUAL_FIELDS = ['statusid', 'locationid', 'businessunitid'];

/** A field of a bulk edit. An empty input leaves it unchanged. */
export interface BulkField {
  /** The field with an input that can be empty. */
  input: FieldDescriptor;
  isBoolean: boolean;
  /** Reports whether assets may have no value. */
  isClearable: boolean;
  /** Reports whether the field has a text that can be added to. */
  isText: boolean;
}

/** The changes of a bulk edit: values to set, with null to clear, and texts to add to the present ones. */
export interface BulkChanges {
  changes: FormValues;
  append: FormValues;
}

/**
 * Returns the fields of a register that can be set for many assets, and the custom fields of their type, and of
 * the type `typeid` that they get.
 */
export function listBulkFields(
  register: RegisterDescriptor,
  registers: RegisterDescriptor[],
  custom: readonly CustomField[],
  typeid?: unknown,
): BulkField[] {
  const own = listFormFields(register, false, registers).filter(
    ({ name, kind }) => !SINGULAR.has(name) && kind !== 'secret' && kind !== 'json',
  );
  const added = custom
    .filter(
      ({ assettype, assettypeid }) =>
        assettype === null || assettype === register.assettype || assettypeid === typeid,
    )
    .map(describeCustomField);
  return [...own, ...added].map((field) => ({
    input: {
      ...field,
      required: false,
      help: undefined,
      while: undefined,
      ...(field.kind === 'boolean' ? { kind: 'select' as const, options: YES_NO } : {}),
    },
    isBoolean: field.kind === 'boolean',
    isClearable: !field.required && !isCheckbox(field) && field.default === undefined,
    isText: field.kind === 'text' || field.kind === 'longtext',
  }));
}

/** Returns the names of the required custom fields of the type that assets get. */
export const listRequiredNames = (custom: readonly CustomField[], typeid: unknown): string[] =>
  custom
    .filter((field) => field.isrequired && field.assettypeid !== null && field.assettypeid === typeid)
    .map((field) => describeCustomField(field).name);

/**
 * Returns the changes of a bulk edit. A field without input is unchanged; null clears it. `appended` has the
 * names of the fields whose input is added to the present text.
 */
export function toBulkChanges(
  fields: readonly BulkField[],
  values: FormValues,
  appended: readonly string[],
): BulkChanges {
  const entries = fields.flatMap(({ input: { name }, isBoolean }) => {
    const value = values[name];
    if (value === undefined) return [];
    return [[name, isBoolean && value !== null ? value === 'true' : value] as const];
  });
  const isAdded = ([name, value]: readonly [string, unknown]) => value !== null && appended.includes(name);
  return {
    changes: Object.fromEntries(entries.filter((entry) => !isAdded(entry))),
    append: Object.fromEntries(entries.filter(isAdded)),
  };
}
