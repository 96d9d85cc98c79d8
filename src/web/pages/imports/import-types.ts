import type { ImportRecord } from '../../../features/imports/schemas.ts';
import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';

export type ImportRow = ImportRecord['rows'][number];
export type ImportOutcome = ImportRow['outcome'];
/** Mapping `{csv header: field}`; null leaves a column out. */
export type Mapping = ImportRecord['mapping'];

/** The notation of numbers and dates of a file that the user chose. */
export interface NotationChoice {
  decimal: string;
  /** Order of day, month and year in dates; empty when only dates that begin with the year are accepted. */
  dateorder: string;
}

/** Labels of the outcomes, before and after the rows are written. */
export const OUTCOME_LABELS: Record<ImportOutcome, { plan: string; done: string }> = {
  add: { plan: 'to add', done: 'added' },
  update: { plan: 'to change', done: 'changed' },
  skip: { plan: 'unchanged', done: 'unchanged' },
  error: { plan: 'with errors', done: 'skipped' },
};

/** The outcomes in the order of display. */
export const IMPORT_OUTCOMES = Object.keys(OUTCOME_LABELS) as ImportOutcome[];

export interface ImportChoice {
  value: string;
  label: string;
}

/**
 * Returns the fields that a column can be mapped to, which are neither read-only nor JSON. References are
 * mapped by name, because files contain names.
 */
export function listImportFields(register: RegisterDescriptor, target: string): ImportChoice[] {
  const isType = target !== register.name;
  const fields = register.fields
    .filter((field) => !field.readonly && field.kind !== 'json')
    .filter((field) => !(isType && field.name === 'assettypeid'))
    .map((field) => ({ value: field.ref?.display ?? field.name, label: field.title }));
  return fields;
}

/** Returns the choice for a field name of the server: the name of a reference, otherwise the same name. */
export function findImportChoice(register: RegisterDescriptor, fieldname: string): string {
  return register.fields.find((field) => field.name === fieldname)?.ref?.display ?? fieldname;
}

/**
 * Returns the changes of a row with the titles of their fields. A reference is included once, by its name.
 */
export function toTitledChanges(register: RegisterDescriptor | undefined, changes: ImportRow['changes']) {
  return Object.entries(changes).flatMap(([name, change]) => {
    const field = register?.fields.find((one) => one.name === name || one.ref?.display === name);
    const named = field?.ref && field.name === name && field.ref.display in changes;
    return named ? [] : [{ name, title: field?.title ?? name, change }];
  });
}

/**
 * Returns the label of an error's column: its title, and its header if that is different. Returns null for an
 * error of the whole row.
 */
export function errorLabel(
  register: RegisterDescriptor | undefined,
  { column, field }: ImportRow['errors'][number],
): string | null {
  const title = register?.fields.find(({ name }) => name === field)?.title ?? field;
  if (title === null || column === null) return title;
  return title.toLowerCase() === column.trim().toLowerCase() ? title : `${title} (column ${column})`;
}
