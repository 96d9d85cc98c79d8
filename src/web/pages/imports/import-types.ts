import type { ImportRecord } from '../../../features/imports/schemas.ts';
import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';

export type ImportRow = ImportRecord['rows'][number];
export type ImportOutcome = ImportRow['outcome'];
/** `{csv header: field}`; null leaves a column out. */
export type Mapping = ImportRecord['mapping'];

/** How numbers and dates of a file are written, as chosen by the user. */
export interface NotationChoice {
  decimal: string;
  /** Empty: only dates that begin with the year are read. */
  dateorder: string;
}

/** What an outcome is called, before and after the rows are written. */
export const OUTCOME_LABELS: Record<ImportOutcome, { plan: string; done: string }> = {
  add: { plan: 'to add', done: 'added' },
  update: { plan: 'to change', done: 'changed' },
  skip: { plan: 'unchanged', done: 'unchanged' },
  error: { plan: 'in error', done: 'left out' },
};

/** In the order in which they are told. */
export const IMPORT_OUTCOMES = Object.keys(OUTCOME_LABELS) as ImportOutcome[];

export interface ImportChoice {
  value: string;
  label: string;
}

/** What a column can be: references by their name, because files name them. */
export function listImportFields(register: RegisterDescriptor, target: string): ImportChoice[] {
  const isType = target !== register.name;
  const fields = register.fields
    .filter((field) => !field.readonly && field.kind !== 'json')
    .filter((field) => !(isType && field.name === 'assettypeid'))
    .map((field) => ({ value: field.ref?.display ?? field.name, label: field.title }));
  return fields;
}

/** The choice that stands for a field as the server names it. */
export function findImportChoice(register: RegisterDescriptor, fieldname: string): string {
  return register.fields.find((field) => field.name === fieldname)?.ref?.display ?? fieldname;
}

/** The changes of a row under the titles of their fields; a reference once, by its name. */
export function toTitledChanges(register: RegisterDescriptor | undefined, changes: ImportRow['changes']) {
  return Object.entries(changes).flatMap(([name, change]) => {
    const field = register?.fields.find((one) => one.name === name || one.ref?.display === name);
    const named = field?.ref && field.name === name && field.ref.display in changes;
    return named ? [] : [{ name, title: field?.title ?? name, change }];
  });
}

/** Returns the name of the column that an error is about, as titled and as the file has it; null for a whole row. */
export function errorLabel(
  register: RegisterDescriptor | undefined,
  { column, field }: ImportRow['errors'][number],
): string | null {
  const title = register?.fields.find(({ name }) => name === field)?.title ?? field;
  if (title === null || column === null) return title;
  return title.toLowerCase() === column.trim().toLowerCase() ? title : `${title} (column ${column})`;
}
