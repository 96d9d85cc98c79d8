import { type SQL, toConstantSql } from '../data/sql-text.ts';
import type { FieldKind } from './descriptor.ts';
import type { ComputedField, ReadMany } from './fields.ts';

type Words = Pick<
  ComputedField,
  'title' | 'help' | 'section' | 'list' | 'unit' | 'state' | 'signedIn' | 'personal' | 'elsewhere'
>;
/** By an SQL expression, told by the record's other values and the day, or read beside the rows. */
type Source =
  | { from: SQL; sort?: boolean }
  | Pick<Required<ComputedField>, 'tell'>
  | { read: ReadMany; none?: unknown /** With one record only, not in lists. */; alone?: boolean };

const of =
  (kind: FieldKind) =>
  (given: Words & Source): ComputedField => {
    const { from, ...words } = { from: undefined, ...given };
    return { ...words, ...(from && { from: toConstantSql(from) }), kind, place: 'computed', taken: 'never' };
  };

/** Values that are worked out from others: served, sorted by where an expression gives them, never in a body. */
export const computed = {
  text: of('text'),
  longtext: of('longtext'),
  integer: of('integer'),
  number: of('number'),
  boolean: of('boolean'),
  date: of('date'),
  timestamp: of('instant'),
  url: of('url'),
  json: of('json'),
  /** One of several values, each with what people read for it. */
  choice: (options: Readonly<Record<string, string>>, given: Words & Source): ComputedField => ({
    ...of('select')(given),
    options,
  }),
};
