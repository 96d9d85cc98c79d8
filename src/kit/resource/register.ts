import type { Reader, Row } from '../data/reader.ts';
import type { RowLimit } from '../data/row-limit.ts';
import type { Tx } from '../data/tx.ts';
import { foldName } from '../fold-name.ts';
import type { Access } from '../http/access.ts';
import type { Field } from './fields.ts';
import type { ListFilter } from './filters.ts';
import type { RecordVerb } from './verbs.ts';

export type Input = Record<string, unknown>;
export type RecordOut = Record<string, unknown>;

export type Verb = 'list' | 'get' | 'create' | 'edit' | 'delete';

/**
 * A register, declared once. The kit derives its routes, validation, OpenAPI, permissions, audit, history,
 * paging, filters, search, sorting and CSV from it. The UI builds its list, detail and form from the same
 * declaration.
 */
export interface Register {
  name: string;
  /** Path below `/api`. */
  path: string;
  table: string;
  id: string;
  /** The field that names a record for users, and the display key of references to it. */
  label: string;
  /** The name of one record; `many` is the plural. */
  one: string;
  many: string;
  /** The name of a record in the API document. Defaults to `one`. */
  schemaName?: string;
  /** A sentence for the empty list: its purpose, and how records get into it. */
  about: string;
  icon: string;
  /** The prefix of audit actions, `<area>.<noun>`. */
  audit: string;
  /** The served fields by name: columns, computed fields, and parts that are stored in other tables. */
  fields: Record<string, Field>;
  can: { read: Access; create: Access; edit: Access; delete: Access };
  /** DELETE retires the row (`soft`) or deletes it (`hard`, 409 IN_USE while another row refers to it). */
  remove: 'soft' | 'hard';
  /**
   * True when the table has the column `isactive`. See `isActivatable` for registers that extend assets.
   */
  activatable: boolean;
  /**
   * The register has no pages, imports or search of its own. It supplies names to references, or its feature
   * implements the routes.
   */
  unlisted?: boolean;
  /** Finds the IDs of the records that a text in a field refers to, when more than an equal text matches. */
  findNamed?: Readonly<Record<string, (reader: Reader, text: string) => readonly number[]>>;
  /** Columns that are unique together, with the field that the 409 names. */
  uniqueTogether?: { fields: readonly string[]; names: string };
  /**
   * The field of the default order. Callers can also sort by `createddate` and `modifieddate`, so a large
   * table has an index for each of them.
   */
  sort: string;
  /** Columns of the table that sort naturally, each with the column of its sort key. */
  sortKeys: ReadonlyMap<string, string>;
  /** The list starts with the largest value of `sort`. */
  newestFirst?: boolean;
  /**
   * The columns that lists show by default, the most important first: phones show the first four. Defaults to
   * the fields that are not `hidden`, in their order.
   */
  defaultColumns?: readonly string[];
  /**
   * Columns in which a search without keys looks row by row, for rows that statements write and that therefore
   * have no search documents.
   */
  plainSearch?: readonly string[];
  filters?: Readonly<Record<string, ListFilter>>;
  /** Each row has one asset of this type, whose columns are fields too: computers, printers, machines ... */
  asset?: {
    type: string;
    /** The column that is also the number of the asset, unless another is entered. */
    numberedBy?: string;
  };
  verbs: Readonly<Record<string, RecordVerb>>;
  /**
   * Checks an input across fields and records before the rows are written, and may complete it. Throws an
   * `AppError`. A rule that applies to undo and to other code as well is an `Invariant`.
   */
  check?(tx: Tx, input: Input, before: Row | undefined): void;
  /**
   * Two records can be merged: `POST <path>/{id}/merge`. Intended for records that users and agents enter
   * under two names. Code that creates records by name calls `findMergeTarget` first.
   */
  merges?: boolean;
  /** The list is served as a whole, without paging. This requires a `bound`. */
  unpaged?: boolean;
  /**
   * The maximum number of records; the kit rejects more. Required for a list or tree that is served as a
   * whole.
   */
  bound?: RowLimit;
  /** Verbs that this register does not have. */
  without?: readonly Verb[];
  /** Verbs whose routes the register's feature implements. */
  handmade?: readonly Verb[];
  /**
   * The UI requests the name of the record before DELETE. The feature implements that route and requires the
   * name in `confirm`.
   */
  typedConfirmation?: boolean;
  /**
   * Creating a record returns a secret, once; `POST .../{id}/secret` replaces it. The feature implements both
   * routes.
   */
  makesSecret?: boolean;
  /**
   * Records have a picture: sent to `<path>/{id}/image`, read from `<path>/image/{name}`, or from below the
   * path in this field. The feature implements these routes.
   */
  pictured?: boolean | string;
  /**
   * The type of a record on the label page, if labels of it are printed. Optional for registers that extend
   * assets.
   */
  labelType?: string;
  /** SQL for the number of active records, when the database maintains that count. */
  counted?: string;
  /** The kind of a record in the global search; without one the global search does not find it. */
  searchKind?: string;
}

/**
 * Returns the types of a record on the label page: the declared one, and the audit noun of a register that
 * extends assets. Empty when no labels are printed.
 */
export const labelTypesOf = ({ labelType, asset, audit }: Register): string[] => [
  ...new Set([labelType, asset && audit.split('.')[1]].filter((type) => type !== undefined)),
];

/** Returns the path below `/api` of the pictures of a register. */
export const picturePathOf = ({ path, pictured }: Register): string =>
  typeof pictured === 'string' ? pictured : `${path}/image`;

/**
 * Reports whether the kit implements the route: the register has the verb, and its feature does not implement
 * it.
 */
export const isKitMade = (register: Register, verb: Verb): boolean =>
  !register.without?.includes(verb) && !register.handmade?.includes(verb);

/**
 * Reports whether files can be imported into a register: it has pages of its own, and the kit creates and
 * changes its records.
 */
export const isImportable = (register: Register): boolean =>
  !register.unlisted && isKitMade(register, 'create') && isKitMade(register, 'edit');

/**
 * Reports whether the rows can be inactive. Lists then contain the active ones unless the query requests all.
 */
export const isActivatable = (register: Register): boolean =>
  register.activatable || register.asset !== undefined;

/**
 * Returns the table with the column of a field: the register's own, or that of the assets that it extends.
 */
export function tableOf(register: Register, field: string): string {
  return register.asset && !(field in register.fields) ? 'assets' : register.table;
}

/** Returns the table with the active state and the timestamps of a record. */
export const stampedTableOf = (register: Register): string => (register.asset ? 'assets' : register.table);

/** Reports whether two names refer to the same asset type, in any letter case. */
export const isSameAssetType = (one: string, other: unknown): boolean =>
  typeof other === 'string' && foldName(one) === foldName(other);

/** Returns the FROM clause of a list, with the assets for a register that extends them. */
export const fromClauseOf = ({ table, asset }: Register): string =>
  asset ? `${table} JOIN assets ON assets.assetid = ${table}.assetid` : table;

/** Returns the kind of the search documents of a register. All assets share one. */
export const searchKindOf = ({ asset, searchKind, name }: Register): string =>
  asset ? 'asset' : (searchKind ?? name);
