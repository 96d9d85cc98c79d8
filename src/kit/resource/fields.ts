import type { z } from 'zod';
import type { Reader } from '../data/reader.ts';
import type { Tx } from '../data/tx.ts';
import type { FieldKind } from './descriptor.ts';
import type { CurrentTime } from './filters.ts';

/** When a request body may set a field: always, on create only, or never because the server sets it. */
export type Writability = 'always' | 'once' | 'never';

/** The texts and the presentation of a field, wherever its value comes from. */
interface FieldTexts {
  title: string;
  help?: string;
  /** The heading under which the detail page and the form group the field. */
  section?: string;
  list?: 'shown' | 'hidden' | 'never';
  /** The UI shows the value as a colored state. */
  state?: boolean;
  /**
   * The name under which a plugin's `PluginWeb.fields` supplies the display and the input of the field. It
   * may belong to another plugin, such as `employee` for an SSO. While no plugin supplies it, the field
   * appears as its kind does.
   */
  drawn?: string;
  /** Another page shows and sets the field: it is absent from the facts and from the form. */
  elsewhere?: boolean;
  /** Machines report the field, or the map sets it: forms do not ask people for it. The API accepts it. */
  reported?: boolean;
  /**
   * The field is absent for anonymous callers. Such a field, like a secret, cannot be searched, sorted or
   * filtered.
   */
  signedIn?: boolean;
  /**
   * The permission that reveals this secret, one record at a time. The field is absent for all other callers.
   */
  shownTo?: string;
  /**
   * The field reveals who uses an asset or how it is reached. Anonymous callers do not get it when the site
   * shows them basic information only.
   */
  personal?: boolean;
  /** Further names of a date or number in a search, such as `cost` for `purchasecost`. */
  searchKeys?: readonly string[];
}

/** Limits of the value in a request body. */
interface Limits {
  required?: boolean;
  max?: number;
  min?: number;
  /** The unit of the number, such as `days`. */
  unit?: string;
  default?: unknown;
  /** Replaces the validation that the kind implies. */
  schema?: z.ZodType;
  /** An address that this server connects to. Addresses that point back to this server are rejected. */
  outbound?: boolean;
  /** For a text: an address or a number for other programs, in ASCII only. */
  ascii?: boolean;
  /** The value is a list of texts. */
  texts?: boolean;
  /** The form requests the field only while another field has this value. */
  while?: { field: string; is: unknown };
}

interface SharedField extends FieldTexts, Limits {
  kind: FieldKind;
  /** The values of a choice with their labels. */
  options?: Readonly<Record<string, string>>;
  /** The register that the ID refers to, and the key that contains its display name. */
  ref?: { register: string; display?: string };
  /**
   * The list can be sorted by it. A reference sorts by the names, which requires an index on both columns.
   */
  sort?: boolean;
  /**
   * Filter parameters of the list for this field. The UI uses the first one. Of several in a query, the first
   * of this list counts.
   */
  filter?: readonly string[];
  /**
   * The filter matches the record and all records within it, unless the query has `exact=true`. A register
   * that refers to itself gets `GET <path>/tree` and its page when another field refers to it in this way.
   */
  subtree?: boolean;
}

/** A column of the register's own table, or of the assets that it extends. */
export interface ColumnField extends SharedField {
  place: 'column';
  writable: Writability;
  /** A duplicate value is 409 CONFLICT on this field: among all records, or among the active ones. */
  unique?: boolean | 'active';
  /**
   * The value is compared in any letter case of any alphabet. Its column is a `uniqueName` or a `foldedName`.
   */
  isName?: boolean;
  /**
   * The search covers the field. By default it covers texts of at most 65,536 characters that anonymous callers
   * may read. A register with the value true in one of its fields has a search of its own.
   */
  search?: boolean;
  /** The column always has a value: null in a body sets its default. */
  notNull?: boolean;
  /** Lists contain null for values of more characters; the single record contains the full value. */
  cutat?: number;
}

/** Reads the values of many records at once, by their IDs. A missing record has the value `none`. */
export type ReadMany = (reader: Reader, ids: readonly number[]) => ReadonlyMap<number, unknown>;

/** The source of a value that is not a column of its own. */
export interface DerivedValue {
  /** An SQL expression over the columns of the register's table (and of `assets`). */
  from?: string;
  /** Reads the values separately, when one expression cannot compute them. */
  read?: ReadMany;
  /** Computes the value from the other values of the record and the day, without a query. */
  compute?(record: Readonly<Record<string, unknown>>, now: CurrentTime): unknown;
  /** The value of records for which `read` returns none. */
  none?: unknown;
  /** Served with a single record only, never in lists. */
  alone?: boolean;
  /**
   * True for a value of `read` in a register with few records. Filters and sorts then read the values of all of
   * them.
   */
  few?: boolean;
}

/** A value that is computed from others: served, and never in a body. */
export interface ComputedField extends SharedField, DerivedValue {
  place: 'computed';
  writable: 'never';
}

/** A value in rows of other tables that the record owns: journaled and undone with it. */
export interface PartField extends SharedField, DerivedValue {
  place: 'part';
  writable: Writability;
  /** The fields of one row of a list. */
  rows?: Readonly<Record<string, ColumnField>>;
  /** Throws an `AppError` for an invalid value before anything is written. */
  check?(tx: Tx, value: unknown, path: string): void;
  save(tx: Tx, id: number, value: unknown): void;
}

/**
 * A field of a register: the source of its validation, its API document, its list column and its form
 * field.
 */
export type Field = ColumnField | ComputedField | PartField;

/** Reports whether a field is a column in which no two records have the same value, apart from null. */
export const isUnique = (field: Field): field is ColumnField =>
  field.place === 'column' && field.unique === true;

/** A column with its stored type, its type in a body, and whether a body must contain it. */
export type Column<S, G = S, R extends boolean = boolean> = ColumnField & {
  readonly stores?: S;
  readonly gives?: G;
  readonly needs?: R;
};

export type ColumnOptions = Omit<ColumnField, 'kind' | 'place' | 'writable' | 'ref' | 'options'> & {
  writable?: Writability;
};
type Needs<O> = O extends { required: true } ? true : false;

const of =
  <S, G = S>(kind: FieldKind) =>
  <const O extends ColumnOptions>(options: O): Column<S, G, Needs<O>> => ({
    writable: 'always',
    ...options,
    place: 'column',
    kind,
  });

/**
 * A text of one line, at most 255 characters unless `max` is set. Line breaks become blanks; with `ascii`
 * they are rejected.
 */
export const text = of<string>('text');
/** A text that may have several lines, at most 65,536 characters unless `max` is set. */
export const longtext = of<string>('longtext');
export const integer = of<number>('integer');
export const number = of<number>('number');
/** A yes-or-no value, which the column stores as 1 or 0. */
export const boolean = of<0 | 1, boolean>('boolean');
/** A calendar date, such as `2026-01-31`. */
export const date = of<string>('date');
/** A UTC instant with milliseconds. */
export const timestamp = of<string>('instant');
/** An HTTP or HTTPS address of at most 2,048 characters. */
export const url = of<string>('url');
export const email = of<string>('email');
export const color = of<string>('color');
export const icon = of<string>('icon');
/** Any JSON value. The column stores its text. */
export const json = of<string, unknown>('json');
/**
 * A value that is stored encrypted and served as a mask. The mask in a body leaves the value unchanged. Only
 * columns of a register can be secrets.
 */
export const secret = of<string>('secret');

/**
 * Declares a choice of values, each with its label: `choice({ pass: 'Passed', fail: 'Failed' }, { ... })`.
 */
export const choice = <const V extends Record<string, string>, const O extends ColumnOptions>(
  labels: V,
  options: O,
): Column<keyof V & string, keyof V & string, Needs<O>> => ({
  writable: 'always',
  ...options,
  place: 'column',
  kind: 'select',
  options: labels,
});

/**
 * Declares a reference by ID, such as `ref('vendors', { title: 'Vendor' })`. `display` is the key under which
 * the name of the record is served, by default the one of `Registers.displayKey`.
 */
export const ref = <const O extends ColumnOptions & { display?: string }>(
  register: string,
  { display, ...rest }: O,
): Column<number, number, Needs<O>> => ({
  writable: 'always',
  ...rest,
  place: 'column',
  kind: 'ref',
  ref: { register, display },
});

/** The types of the values that a body of such columns contains. */
export type ParameterValues<A extends Readonly<Record<string, Column<unknown, unknown>>>> = {
  [K in keyof A]: A[K] extends Column<unknown, infer G, infer R> ? (R extends true ? G : G | null) : never;
};
