import { type SQL, toConstantSql } from '../data/sql-text.ts';
import type { FieldKind } from './descriptor.ts';
import type { ComputedField, DerivedValue, ReadMany } from './fields.ts';

type FieldTexts = Pick<
  ComputedField,
  'title' | 'help' | 'section' | 'list' | 'unit' | 'state' | 'drawn' | 'signedIn' | 'personal' | 'elsewhere'
>;
/**
 * The source of a computed value: an SQL expression, the record's other values and the day, or a separate
 * read.
 */
type Source =
  | { from: SQL; sort?: boolean }
  | Pick<Required<ComputedField>, 'compute'>
  | ({ read: ReadMany } & Pick<DerivedValue, 'none' | 'alone' | 'few'>);

const of =
  (kind: FieldKind) =>
  (declaration: FieldTexts & Source): ComputedField => {
    const { from, ...words } = { from: undefined, ...declaration };
    return {
      ...words,
      ...(from && { from: toConstantSql(from) }),
      kind,
      place: 'computed',
      writable: 'never',
    };
  };

/**
 * Constructors of computed fields: served and never in a body. Lists can be sorted by one that an SQL
 * expression computes, if it has `sort`.
 */
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
  /** A choice of values, each with its label. */
  choice: (options: Readonly<Record<string, string>>, declaration: FieldTexts & Source): ComputedField => ({
    ...of('select')(declaration),
    options,
  }),
};
