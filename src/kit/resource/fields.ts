import type { z } from 'zod';
import type { Reader } from '../data/reader.ts';
import type { Tx } from '../data/tx.ts';
import type { FieldKind } from './descriptor.ts';
import type { CurrentTime } from './filters.ts';

/** When a body may give a value: always, on create only, or never because the server sets it. */
export type Writability = 'always' | 'once' | 'never';

/** What people read of a field, wherever its value comes from. */
interface Words {
  title: string;
  help?: string;
  /** Heading under which the page of a record and the form group it. */
  section?: string;
  list?: 'shown' | 'hidden' | 'never';
  /** Its word is shown as a coloured state. */
  state?: boolean;
  /** Under this name a plugin's `PluginWeb.fields` brings what shows it and what fills it in. */
  drawn?: string;
  /** Another page shows and sets it: it stands among no facts and in no form. */
  elsewhere?: boolean;
  /** Left out for callers who have not signed in. */
  signedIn?: boolean;
  /** For a secret: who holds this permission reads it with its record, one at a time; others are not told that it is there. */
  shownTo?: string;
  /** Tells who uses a thing or how it is reached: strangers do without where the site shows them the basics only. */
  personal?: boolean;
}

/** What a body must keep to. */
interface Limits {
  required?: boolean;
  max?: number;
  min?: number;
  /** What the number counts, for example `days`. */
  unit?: string;
  default?: unknown;
  /** Replaces the validation that the kind implies. */
  schema?: z.ZodType;
  /** An address that this box connects to: refused when it points back at the box. */
  outbound?: boolean;
  /** Of a text: an address or a number that other programs read, in ASCII alone. */
  ascii?: boolean;
  /** A list of texts. */
  texts?: boolean;
  /** Asked for only while another field of the form has this value. */
  while?: { field: string; is: unknown };
}

interface Shared extends Words, Limits {
  kind: FieldKind;
  /** The values of a choice with what people read for each. */
  options?: Readonly<Record<string, string>>;
  /** The register that the id refers to, and the key that carries its display name. */
  ref?: { register: string; display?: string };
  /** The list is sorted by it; by a reference in the order of the names, for which both need their index. */
  sort?: boolean;
  /** Filter parameters of the list that compare with this field, the first one documented. */
  filter?: readonly string[];
  /** The filter means the record and all that lies within it, unless the list is asked with `exact=true`. */
  subtree?: boolean;
}

/** A column of the register's own table (or, where it extends assets, of theirs). */
export interface ColumnField extends Shared {
  place: 'column';
  taken: Writability;
  /** Duplicate values are 409 CONFLICT on this field: among all records, or among those that are active. */
  unique?: boolean | 'active';
  /** Compared in any letter case of any alphabet; its column is a `uniqueName` or a `foldedName`. */
  isName?: boolean;
  search?: boolean;
  /** The column always has a value: null in a body means its default. */
  notNull?: boolean;
  /** Lists have null for values of more characters; the record by itself has all of it. */
  cutat?: number;
}

/** The values of many records at once, by their ids; a record that is missing there has `none`. */
export type ReadMany = (reader: Reader, ids: readonly number[]) => ReadonlyMap<number, unknown>;

/** Where a value comes from that is no column of its own. */
export interface DerivedValue {
  /** An SQL expression over the columns of the register's table (and of `assets`). */
  from?: string;
  /** Read beside the rows, for what one expression cannot say. */
  read?: ReadMany;
  /** Told by the record's other values and the day, without asking the database. */
  tell?(record: Readonly<Record<string, unknown>>, now: CurrentTime): unknown;
  /** What a record has of which `read` tells nothing. */
  none?: unknown;
  /** Served with one record only, never in lists. */
  alone?: boolean;
}

/** Worked out from other values: served, and never in a body. */
export interface ComputedField extends Shared, DerivedValue {
  place: 'computed';
  taken: 'never';
}

/** Kept in rows of other tables that the record owns: journalled and undone with it. */
export interface PartField extends Shared, DerivedValue {
  place: 'part';
  taken: Writability;
  /** What one row of a list has. */
  rows?: Readonly<Record<string, ColumnField>>;
  /** Refuses a value before anything is written. */
  check?(tx: Tx, value: unknown, path: string): void;
  save(tx: Tx, id: number, value: unknown): void;
}

/** One field of a register: from it come the validation, the document, the column and the form field. */
export type Field = ColumnField | ComputedField | PartField;

/** Whether no two records have the same value. */
export const isUnique = (field: Field): field is ColumnField =>
  field.place === 'column' && field.unique === true;

/** A column with the type that it stores, the type that a body gives, and whether a body must give it. */
export type Column<S, G = S, R extends boolean = boolean> = ColumnField & {
  readonly stores?: S;
  readonly gives?: G;
  readonly needs?: R;
};

export type ColumnOptions = Omit<ColumnField, 'kind' | 'place' | 'taken' | 'ref' | 'options'> & {
  taken?: Writability;
};
type Needs<O> = O extends { required: true } ? true : false;

const of =
  <S, G = S>(kind: FieldKind) =>
  <const O extends ColumnOptions>(options: O): Column<S, G, Needs<O>> => ({
    taken: 'always',
    ...options,
    place: 'column',
    kind,
  });

export const text = of<string>('text');
export const longtext = of<string>('longtext');
export const integer = of<number>('integer');
export const number = of<number>('number');
export const boolean = of<0 | 1, boolean>('boolean');
export const date = of<string>('date');
export const timestamp = of<string>('instant');
export const url = of<string>('url');
export const email = of<string>('email');
export const color = of<string>('color');
export const icon = of<string>('icon');
export const json = of<string, unknown>('json');
/** Stored sealed, served as a mask; the mask in a body leaves the value as it is. */
export const secret = of<string>('secret');

/** One of several values, each with what people read for it: `choice({ pass: 'Passed', fail: 'Failed' }, { ... })`. */
export const choice = <const V extends Record<string, string>, const O extends ColumnOptions>(
  options: V,
  words: O,
): Column<keyof V & string, keyof V & string, Needs<O>> => ({
  taken: 'always',
  ...words,
  place: 'column',
  kind: 'select',
  options,
});

/** A reference by id, for example `ref('vendors', { title: 'Vendor' })`. */
export const ref = <const O extends ColumnOptions & { display?: string }>(
  register: string,
  { display, ...rest }: O,
): Column<number, number, Needs<O>> => ({
  taken: 'always',
  ...rest,
  place: 'column',
  kind: 'ref',
  ref: { register, display },
});

/** The values that a body of such columns gives. */
export type ParameterValues<A extends Readonly<Record<string, Column<unknown, unknown>>>> = {
  [K in keyof A]: A[K] extends Column<unknown, infer G, infer R> ? (R extends true ? G : G | null) : never;
};
