import { currentNameOf, renameColumns } from '../../kit/data/journal.ts';
import { hasAddedFields } from '../../kit/resource/added-fields.ts';
import type { Register } from '../../kit/resource/register.ts';
import type { RowOutcome } from './outcomes.ts';

type Mapping = Record<string, string | null>;

/** Returns the table that has the fields which imports of older versions may name differently. */
const tableOf = (register: Register): string => (hasAddedFields(register) ? 'assets' : register.table);

/** Returns a stored mapping with the current names of its fields. */
export const renameMapping = (register: Register, mapping: Mapping): Mapping =>
  Object.fromEntries(
    Object.entries(mapping).map(([header, name]) => [
      header,
      name === null ? null : currentNameOf(tableOf(register), name),
    ]),
  );

/** Returns a stored row with the current names of its fields. */
export const renameRow = (register: Register, row: RowOutcome): RowOutcome => ({
  ...row,
  errors: row.errors.map((error) => ({
    ...error,
    field: error.field === null ? null : currentNameOf(tableOf(register), error.field),
  })),
  changes: renameColumns(tableOf(register), row.changes),
});
