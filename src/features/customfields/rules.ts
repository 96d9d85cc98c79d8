import type { Row } from '../../kit/data/reader.ts';
import type { Tx } from '../../kit/data/tx.ts';
import { AppError, conflict, invalid } from '../../kit/errors.ts';
import type { Input } from '../../kit/resource/register.ts';

/** What a field must be before it is written; completes the input. */
export function checkField(tx: Tx, input: Input, before: Row | undefined): void {
  const known = (name: string) => (input[name] === undefined ? (before?.[name] ?? null) : input[name]);
  if (known('fieldname') === '__proto__') throw invalid('fieldname', 'Use another name.');
  // The columns always have a value: null means the ordinary one.
  if (input.label === null || (!before && input.label === undefined)) input.label = known('fieldname');
  if (input.fieldtype === null) input.fieldtype = 'text';
  if (input.sortorder === null) input.sortorder = 0;
  checkOptions(input, before, String(known('fieldtype')));
  refuseShadow(tx, known('fieldname') as string, known('assettypeid') as number | null, before);
  if (before) refuseWhileUsed(tx, input, before);
}

function checkOptions(input: Input, before: Row | undefined, fieldtype: string): void {
  if (fieldtype !== 'select') {
    if (input.options !== undefined || before?.options) input.options = null;
    return;
  }
  const options = input.options === undefined ? optionsOf(before) : input.options;
  if (!Array.isArray(options) || options.length === 0)
    throw invalid('options', 'Name at least one option to choose from.');
  if (new Set(options).size < options.length) throw invalid('options', 'An option is named twice.');
}

/** The options of a stored field. */
export const optionsOf = (row: Row | undefined): string[] | null =>
  row?.options ? (JSON.parse(row.options as string) as string[]) : null;

/** A field of all types and one of a single type would share a name on that type's assets. */
function refuseShadow(tx: Tx, fieldname: string, type: number | null, before: Row | undefined): void {
  const condition = type === null ? '' : ' AND assettypeid IS NULL';
  const other = tx.value<string>(
    `SELECT label FROM customfields WHERE fieldname = ?${condition} AND customfieldid <> ?`,
    fieldname,
    (before?.customfieldid as number | undefined) ?? 0,
  );
  if (other)
    throw conflict('fieldname', `The field name "${fieldname}" belongs to another field; use another.`);
}

/** What values were entered under cannot be pulled from under them. */
function refuseWhileUsed(tx: Tx, input: Input, before: Row): void {
  const differs = (name: string) => input[name] !== undefined && input[name] !== before[name];
  const id = before.customfieldid as number;
  if (differs('fieldtype') || differs('assettypeid'))
    refuseUsed(tx, id, 'The kind and the asset type of a field', '');
  const { options } = input;
  const gone = Array.isArray(options)
    ? (optionsOf(before) ?? []).filter((one) => !options.includes(one))
    : [];
  for (const option of gone) refuseUsed(tx, id, `The option "${option}"`, option);
}

function refuseUsed(tx: Tx, id: number, what: string, value: string): void {
  const condition = value === '' ? '' : ' AND value = ?';
  const params = value === '' ? [id] : [id, value];
  const n = tx.value<number>(
    `SELECT count(*) FROM customvalues WHERE customfieldid = ?${condition}`,
    ...params,
  );
  if (!n) return;
  throw new AppError('IN_USE', `${what} cannot change while ${n} assets have a value there.`, {
    references: { customvalues: n },
  });
}
