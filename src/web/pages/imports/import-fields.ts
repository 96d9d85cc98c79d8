import type { ImportCells } from '../../../features/imports/schemas.ts';
import { ApiError } from '../../api/api-error.ts';
import { createFileForm, upload } from '../../api/upload.ts';
import { type PreviousChoices, toFormFields } from './import-choices.ts';
import type { ImportState, SentState } from './import-state.ts';

/** Returns the form fields besides the file. */
export const fieldsOf = ({
  target,
  mapping,
  notation,
  choices,
  edits,
  sheet,
  preview,
  skiperrors,
}: SentState): Record<string, string> => ({
  target,
  decimal: notation.decimal,
  ...(notation.dateorder && { date_order: notation.dateorder }),
  ...(mapping && { mapping: JSON.stringify(mapping) }),
  ...(mapping && preview?.preset && { preset: preview.preset }),
  ...toFormFields(choices),
  ...(Object.keys(edits).length > 0 && { edits: JSON.stringify(edits) }),
  ...(sheet && { sheet }),
  ...(skiperrors !== undefined && { skiperrors: String(skiperrors) }),
});

/** Returns the choices of an earlier import as state of this one. */
export const toState = ({ mapping, unknown, values, decimal, date_order }: PreviousChoices) => ({
  mapping,
  choices: { unknown, values },
  notation: { decimal: decimal ?? 'auto', dateorder: date_order ?? '' },
});

/** Returns the choices of an earlier import in the error of a file whose columns are not recognized. */
export const previousOf = ({ details }: ApiError) => details.previous as PreviousChoices | undefined;

/** Returns the state after a failed check; for a workbook with the headers that only the server can read. */
export async function readFailedCheck(file: File, failure: unknown): Promise<Partial<ImportState>> {
  const headers = failure instanceof ApiError && failure.details.headers;
  if (!Array.isArray(headers)) return { preview: null };
  const { readCsvHead } = await import('./csv-head.ts');
  const { headers: own } = await readCsvHead(file);
  return { preview: null, ...(own.length === 0 && { head: { headers: headers.map(String), sample: [] } }) };
}

/** Reads the cells of lines of a file. Continues until all are read. Leaves out a line that is too long for one answer. */
export async function readCellsOfLines(
  file: File,
  sent: SentState,
  lines: readonly number[],
): Promise<ImportCells[]> {
  const parts: ImportCells[] = [];
  let left = [...lines];
  while (left.length > 0) {
    const form = createFileForm(file, { ...fieldsOf(sent), lines: JSON.stringify(left) });
    const { data } = await upload<ImportCells>('/imports/cells', form);
    parts.push(data);
    const done = new Set(data.cells.length > 0 ? data.cells.map(({ line }) => line) : left.slice(0, 1));
    left = left.filter((line) => !done.has(line));
  }
  return parts;
}
