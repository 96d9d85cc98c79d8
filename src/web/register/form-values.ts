import type { FieldDescriptor, RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import type { RegisterRecord } from '../api/types.ts';
import { MAP_LEVELS } from './ref-options.ts';

export type FormValues = Record<string, unknown>;

/**
 * Returns the fields of a form. Omits fields that are read-only, reported by
 * machines or set elsewhere, and on an edit those that
 * can be set on creation only. Omits references to registers that are not in `registers`, except levels.
 */
export function listFormFields(
  register: RegisterDescriptor,
  creating: boolean,
  registers: RegisterDescriptor[],
): FieldDescriptor[] {
  const paths = new Set(registers.map((one) => one.path));
  return register.fields.filter(
    (field) =>
      !field.readonly &&
      !field.elsewhere &&
      !field.reported &&
      (creating || !field.createonly) &&
      (!field.ref || field.ref.path === MAP_LEVELS || paths.has(field.ref.path)),
  );
}

/**
 * Reports whether a form shows a field. A field with `while` depends on the value of another field, if the
 * form has that field.
 */
export function isRelevant({ while: rule }: FieldDescriptor, values: FormValues): boolean {
  if (!rule || !(rule.field in values)) return true;
  const value = values[rule.field] ?? (typeof rule.is === 'boolean' ? false : null);
  return value === rule.is;
}

/**
 * Returns the values of a new record: defaults, then presets from the URL (`/computers/new?locationid=4`). A
 * time that is unreadable stays empty. An untouched checkbox is not sent, because the server applies its own
 * default.
 */
export function buildInitialValues(fields: FieldDescriptor[], preset: Record<string, string>): FormValues {
  const values: FormValues = {};
  for (const field of fields) {
    const text = preset[field.name];
    values[field.name] = text === undefined ? (field.default ?? null) : parseInput(field, text);
  }
  return values;
}

/** Returns the stored values of the fields. A missing value is null, or false for a boolean. */
export function recordValues(fields: FieldDescriptor[], record: RegisterRecord): FormValues {
  return Object.fromEntries(fields.map((field) => [field.name, record[field.name] ?? emptyOf(field)]));
}

function emptyOf(field: FieldDescriptor): unknown {
  return isCheckbox(field) ? false : null;
}

/** Reports whether the input is a checkbox. A boolean that can have no value has options instead. */
export const isCheckbox = ({ kind, options }: FieldDescriptor): boolean =>
  kind === 'boolean' && options === undefined;

/**
 * Converts text from an input or the URL to the value that is sent. An empty text is null, or false for a
 * boolean. Text that is not a number stays text, so that the server rejects it. An unreadable time is null,
 * because its input is empty too.
 */
export function parseInput(field: FieldDescriptor, text: string): unknown {
  if (text === '') return emptyOf(field);
  switch (field.kind) {
    case 'integer':
    case 'number':
    case 'ref':
      return Number.isFinite(Number(text)) ? Number(text) : text;
    case 'boolean':
      return text === 'true';
    case 'instant':
      return Number.isNaN(Date.parse(text)) ? null : new Date(text).toISOString();
    default:
      return text;
  }
}

/**
 * Returns the values for the request body: all except null on a create (`before` is null), only changed ones
 * on an edit.
 */
export function diffValues(before: FormValues | null, now: FormValues): FormValues {
  const entries = Object.entries(now).filter(([name, value]) =>
    before ? JSON.stringify(before[name] ?? null) !== JSON.stringify(value ?? null) : value !== null,
  );
  return Object.fromEntries(entries);
}

/**
 * Returns an error message for each required field that is null or an empty text. The server validates again.
 */
export function findMissingValues(fields: FieldDescriptor[], values: FormValues): Record<string, string> {
  const missing = fields.filter((field) => field.required && (values[field.name] ?? '') === '');
  return Object.fromEntries(missing.map((field) => [field.name, `${field.title} is required.`]));
}
