import type { Row, Value } from '../../kit/data/reader.ts';
import type { Tx } from '../../kit/data/tx.ts';
import { AppError, conflict, invalid } from '../../kit/errors.ts';
import type { Input } from '../../kit/resource/register.ts';
import { otherOfAllTypes, otherOfName, usesOfField, usesOfValue } from './queries.ts';

/** What a field must be before it is written; completes the input. */
export function checkField(tx: Tx, input: Input, before: Row | undefined): void {
  const known = (name: string) => (input[name] === undefined ? (before?.[name] ?? null) : input[name]);
  if (known('fieldname') === '__proto__') throw invalid('fieldname', 'Use another name.');
  // Without a label people read the name.
  if (input.label === null || (!before && input.label === undefined)) input.label = known('fieldname');
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
export const optionsOf = (row: { options?: Value } | undefined): string[] | null =>
  typeof row?.options === 'string' ? (JSON.parse(row.options) as string[]) : null;

/** A field of all types and one of a single type would share a name on that type's assets. */
function refuseShadow(tx: Tx, fieldname: string, type: number | null, before: Row | undefined): void {
  const others = type === null ? otherOfName : otherOfAllTypes;
  const except = (before?.customfieldid as number | undefined) ?? 0;
  if (others.get(tx, { fieldname, except }))
    throw conflict('fieldname', `The field name "${fieldname}" belongs to another field; use another.`);
}

/** What values were entered under cannot be pulled from under them. */
function refuseWhileUsed(tx: Tx, input: Input, before: Row): void {
  const differs = (name: string) => input[name] !== undefined && input[name] !== before[name];
  const customfieldid = before.customfieldid as number;
  if (differs('fieldtype') || differs('assettypeid'))
    refuseUsed('The kind and the asset type of a field', usesOfField.get(tx, { customfieldid })!.n);
  const { options } = input;
  const gone = Array.isArray(options)
    ? (optionsOf(before) ?? []).filter((one) => !options.includes(one))
    : [];
  for (const value of gone)
    refuseUsed(`The option "${value}"`, usesOfValue.get(tx, { customfieldid, value })!.n);
}

function refuseUsed(what: string, n: number): void {
  if (n === 0) return;
  throw new AppError('IN_USE', `${what} cannot change while ${n} assets have a value there.`, {
    references: { customvalues: n },
  });
}
