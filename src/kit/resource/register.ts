import type { RowLimit } from '../data/row-limit.ts';
import type { Reader, Row } from '../data/reader.ts';
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
 * A register declared once. The resource kit gives its routes, validation, OpenAPI, permissions, audit, history,
 * paging, filters, search, sort and CSV, and the UI draws its list, detail and form from the same words.
 */
export interface Register {
  name: string;
  /** Path below `/api`. */
  path: string;
  table: string;
  id: string;
  /** The field that names a record to people, and the display key of references to it. */
  label: string;
  /** What one record is called, and what all of them are. */
  one: string;
  many: string;
  /** What a record is called in the document; default is `one`. */
  schemaName?: string;
  /** One sentence for the empty list: what this is for and how records get into it. */
  about: string;
  icon: string;
  /** Audit action prefix `<area>.<noun>`. */
  audit: string;
  /** What is served under each name: columns, what is computed, and parts that lie in other tables. */
  fields: Record<string, Field>;
  can: { read: Access; create: Access; edit: Access; delete: Access };
  /** DELETE retires the row, or removes it (409 IN_USE while something refers to it). */
  remove: 'soft' | 'hard';
  /** Rows can be inactive: lists then show the active ones unless asked otherwise. */
  activatable: boolean;
  /** No pages, no imports, no search of its own: it lends its names to references, or its feature writes its routes. */
  unlisted?: boolean;
  /** Finds the ids of the records that a text of a field names, where others than the equal one are named too. */
  findNamed?: Readonly<Record<string, (reader: Reader, text: string) => readonly number[]>>;
  /** Columns that are unique together, with the field that the 409 names. */
  uniqueTogether?: { fields: readonly string[]; names: string };
  sort: string;
  /** The list begins with the greatest by `sort`. */
  newestFirst?: boolean;
  /** Columns in which a search looks row by row: for rows that statements write, so that they have no documents. */
  plainSearch?: readonly string[];
  filters?: Readonly<Record<string, ListFilter>>;
  /** Every row has one asset of this type, whose columns are fields too: computers, printers, machines ... */
  asset?: {
    type: string;
    /** The column that is the asset's number too, where no other is given. */
    numberedBy?: string;
  };
  verbs: Readonly<Record<string, RecordVerb>>;
  /** Checks across fields and records before the rows are written; may complete the input. Throws AppError. */
  check?(tx: Tx, input: Input, before: Row | undefined): void;
  /** Two records can be made one: `POST <path>/{id}/merge`. For what people and agents enter under two names. */
  merges?: boolean;
  /** Served whole, without paging: that wants a `bound`. */
  unpaged?: boolean;
  /** How many records there can be; the kit refuses more. What is served whole, as a list or a tree, has one. */
  bound?: RowLimit;
  /** Verbs that this register does not have at all. */
  without?: readonly Verb[];
  /** Verbs whose routes the register's feature writes by hand. */
  handmade?: readonly Verb[];
  /** DELETE wants the record's name in `confirm`. */
  typedConfirmation?: boolean;
  /** Creating answers a secret, once; `POST .../{id}/secret` replaces it. */
  makesSecret?: boolean;
  /** Has a picture: sent to `<path>/{id}/image`, read from `<path>/image/{name}`, or from below the path that is said here. */
  pictured?: boolean | string;
  /** What the label page calls a record, where labels of it are printed. Those that extend assets need not say it. */
  labelType?: string;
  /** SQL for the number of active records, where the database keeps count by itself. */
  counted?: string;
  /** What the search of everything calls a record; without one it does not find them. */
  searchKind?: string;
}

/** What the label page calls a record: as its register says, and one that extends an asset as the audit log does too. */
export const labelTypesOf = ({ labelType, asset, audit }: Register): string[] => [
  ...new Set([labelType, asset && audit.split('.')[1]].filter((type) => type !== undefined)),
];

/** The path below `/api` under which the pictures of a register lie. */
export const picturePathOf = ({ path, pictured }: Register): string =>
  typeof pictured === 'string' ? pictured : `${path}/image`;

/** Whether the kit gives the route: the register has the verb, and nobody writes it by hand. */
export const isKitMade = (register: Register, verb: Verb): boolean =>
  !register.without?.includes(verb) && !register.handmade?.includes(verb);

/** Reports whether files can be imported into a register: its records are created and changed by the kit. */
export const isImportable = (register: Register): boolean =>
  !register.unlisted && isKitMade(register, 'create') && isKitMade(register, 'edit');

/** Whether the rows can be inactive: lists then show the active ones unless asked otherwise. */
export const isActivatable = (register: Register): boolean =>
  register.activatable || register.asset !== undefined;

/** The table with the column of a field: the register's own, or that of the assets that it extends. */
export function tableOf(register: Register, field: string): string {
  return register.asset && !(field in register.fields) ? 'assets' : register.table;
}

/** The table that says whether a record is active and when it changed. */
export const stampedTableOf = (register: Register): string => (register.asset ? 'assets' : register.table);

/** Whether two names are those of one asset type: letter case says nothing there. */
export const isSameAssetType = (one: string, other: unknown): boolean =>
  typeof other === 'string' && foldName(one) === foldName(other);

/** The tables of a list. */
export const fromClauseOf = ({ table, asset }: Register): string =>
  asset ? `${table} JOIN assets ON assets.assetid = ${table}.assetid` : table;
