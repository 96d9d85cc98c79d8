import type { Row, Value } from '../../kit/data/reader.ts';
import type { Tx } from '../../kit/data/tx.ts';
import { AppError, conflict, invalid } from '../../kit/errors.ts';
import type { Input } from '../../kit/resource/register.ts';
import { otherOfAllTypes, otherOfName, usesOfField, usesOfValue } from './queries.ts';

/**
 * Validates a field before it is written, and completes label and options of the input. Throws 400 for
 * invalid options, 409 for a name in use, and 409 IN_USE when existing values would become invalid.
 */
export function checkField(tx: Tx, input: Input, before: Row | undefined): void {
  const effectiveValue = (name: string) =>
    input[name] === undefined ? (before?.[name] ?? null) : input[name];
  // Filters separate the name from an operator by two underscores.
  if (String(input.fieldname ?? '').includes('__'))
    throw invalid('fieldname', 'Two underscores in a row are not allowed. Use a different name.');
  // The name serves as the label when there is none.
  if (input.label === null || (!before && input.label === undefined))
    input.label = effectiveValue('fieldname');
  checkOptions(input, before, String(effectiveValue('fieldtype')));
  refuseShadow(
    tx,
    effectiveValue('fieldname') as string,
    effectiveValue('assettypeid') as number | null,
    before,
  );
  if (before) refuseWhileUsed(tx, input, before);
}

function checkOptions(input: Input, before: Row | undefined, fieldtype: string): void {
  if (fieldtype !== 'select') {
    if (input.options !== undefined || before?.options) input.options = null;
    return;
  }
  const options = input.options === undefined ? optionsOf(before) : input.options;
  if (!Array.isArray(options) || options.length === 0) throw invalid('options', 'Enter at least one option.');
  if (new Set(options).size < options.length) throw invalid('options', 'Each option must be unique.');
}

/** Returns the options of a stored field; null when it has none. */
export const optionsOf = (row: { options?: Value } | undefined): string[] | null =>
  typeof row?.options === 'string' ? (JSON.parse(row.options) as string[]) : null;

/**
 * Throws 409 when a field of all types and one of a single type would share a name on assets of that type.
 */
function refuseShadow(tx: Tx, fieldname: string, type: number | null, before: Row | undefined): void {
  const others = type === null ? otherOfName : otherOfAllTypes;
  const except = (before?.customfieldid as number | undefined) ?? 0;
  if (others.get(tx, { fieldname, except }))
    throw conflict('fieldname', `The field name "${fieldname}" is already in use. Use a different name.`);
}

/** Throws 409 when a change would make existing values invalid. */
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
  throw new AppError('IN_USE', `${what} cannot be changed while ${n} assets have a value in this field.`, {
    references: { customvalues: n },
  });
}
