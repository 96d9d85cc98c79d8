import type { FieldDescriptor, RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import type { RegisterRecord } from '../api/types.ts';
import { calendarDate } from '../parts/time.tsx';

export interface ResolvedPage {
  register: RegisterDescriptor;
  view: 'list' | 'create' | 'detail' | 'edit';
  id: string;
}

/**
 * Returns the register and view of a URL; null for other paths. The longest register path wins, so
 * `/computers/types` is not a computer. The `id` of a list is empty.
 */
export function resolvePage(registers: RegisterDescriptor[], pathname: string): ResolvedPage | null {
  const register = registers
    .filter((one) => pathname === one.path || pathname.startsWith(`${one.path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0];
  if (!register) return null;
  const [id = '', verb, ...more] = pathname.slice(register.path.length + 1).split('/');
  if (more.length > 0 || (verb !== undefined && verb !== 'edit')) return null;
  if (id === '') return { register, view: 'list', id };
  if (id === 'new') return { register, view: 'create', id };
  return { register, view: verb === 'edit' ? 'edit' : 'detail', id };
}

/** Returns the ID of a record as text, as in its URL. */
export function recordId(register: RegisterDescriptor, record: RegisterRecord): string {
  return String(record[register.idfield]);
}

/**
 * Returns the display name of a record: its label, else its asset number, else its kind and ID. A date is
 * formatted.
 */
export function recordLabel(register: RegisterDescriptor, record: RegisterRecord): string {
  const names = [record[register.labelfield], register.isasset && record.assetnumber];
  const name = names.find((one) => typeof one === 'number' || (typeof one === 'string' && one !== ''));
  const kind = register.fields.find((field) => field.name === register.labelfield)?.kind;
  if (kind === 'date' && typeof name === 'string') return calendarDate(name);
  return String(name ?? `${register.titleone} ${recordId(register, record)}`);
}

/**
 * Returns the text of a field: the name of a reference, the title of an option, `Yes` or `No`, JSON for a
 * field of kind json, and any other value as it is. The text is empty without a value.
 */
export function displayText(field: FieldDescriptor, record: RegisterRecord): string {
  const value = record[field.ref?.display ?? field.name];
  if (value === null || value === undefined || value === '') return '';
  if (field.kind === 'boolean') return value ? 'Yes' : 'No';
  if (field.kind === 'json') return JSON.stringify(value);
  return field.options?.find((option) => option.value === value)?.label ?? String(value);
}

/** Returns the data of an asset's type that the general register adds to its record; empty without any. */
export function typeDataOf(record: RegisterRecord): RegisterRecord {
  return (record.typedata as RegisterRecord | null | undefined) ?? {};
}
