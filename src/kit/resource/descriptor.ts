/**
 * What the web UI is told about a register: `GET /api/registers` answers a list of these, for the caller's
 * permissions. The list, detail and form screens are drawn from nothing else.
 */
export type FieldKind =
  | 'text'
  | 'longtext'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'date'
  | 'instant'
  | 'url'
  | 'email'
  | 'color'
  | 'icon'
  | 'select'
  | 'ref'
  | 'secret'
  | 'json';

export interface FieldDescriptor {
  name: string;
  title: string;
  /** One plain sentence under the form field. */
  help?: string;
  kind: FieldKind;
  required: boolean;
  /** Shown but never sent: derived or set by the server. */
  readonly: boolean;
  /** Sent on create only (structural fields). */
  createonly: boolean;
  max?: number;
  min?: number;
  /** What the number counts. */
  unit?: string;
  default?: unknown;
  /** For `select`. */
  options?: { value: string; label: string }[];
  /** For `ref`: the register that is referred to, and the key that carries its display name in this record. */
  ref?: { register: string; path: string; idfield: string; labelfield: string; display: string };
  /** For `json` with a list of rows: what one row has. */
  rows?: FieldDescriptor[];
  /** For `json` with a list of texts. */
  texts?: boolean;
  /** Asked for only while another field of the form has this value. */
  while?: { field: string; is: unknown };
  /** Its word is shown as a coloured state. */
  state?: boolean;
  /** Under this name a plugin's `PluginWeb.fields` brings what shows it and what fills it in. */
  drawn?: string;
  /** Another page shows and sets it: it stands among no facts and in no form. */
  elsewhere?: boolean;
  /** `shown` and `hidden` columns can be chosen in the list; `never` are not columns. */
  list: 'shown' | 'hidden' | 'never';
  /** Heading under which the detail page and the form group the field. */
  section: string;
  sortable: boolean;
}

export interface FilterDescriptor {
  /** Query parameter of the list. */
  name: string;
  title: string;
  kind: 'ref' | 'boolean' | 'select' | 'text' | 'date' | 'number';
  /** A text that is compared as a whole, not searched for a part. */
  whole?: boolean;
  options?: { value: string; label: string }[];
  ref?: { register: string; path: string; idfield: string; labelfield: string };
}

/** A business event of one record: `POST {path of the register}/{id}/{path}` with these fields. */
export interface VerbDescriptor {
  name: string;
  title: string;
  icon: string;
  path: string;
  /** Offered for records that have these values. */
  when?: Readonly<Record<string, unknown>>;
  fields: FieldDescriptor[];
}

/** Rows that are only ever added: `GET {path of the register}/{id}/{name}`. */
export interface LedgerDescriptor {
  name: string;
  title: string;
  description: string;
  icon: string;
  idfield: string;
  fields: FieldDescriptor[];
}

export interface RegisterDescriptor {
  /** Stable name, for example `vendors`, `computers`, `computertypes`. */
  name: string;
  /** Path below `/api` and also the page's path in the UI, for example `/vendors` or `/computers/types`. */
  path: string;
  title: string;
  titleone: string;
  /** One sentence for the empty state: what this register is for and how rows get into it. */
  description: string;
  icon: string;
  idfield: string;
  labelfield: string;
  /** DELETE deactivates a row rather than removing it. */
  softdelete: boolean;
  /** Rows can be inactive; the list shows them too with `active=false`. */
  hasinactive: boolean;
  /** DELETE wants the record's name typed, as `confirm` in its body. */
  typedconfirmation: boolean;
  /** Its records lie within each other: `GET <path>/tree` says how many assets stand in each. */
  istree?: boolean;
  /** The caller can import files into it. */
  imports?: boolean;
  /** Two records can be made one, by whoever may delete. */
  merges?: boolean;
  /** Creating answers `secret`, shown once; `POST {path}/{id}/secret` replaces it. */
  makessecret: boolean;
  /** The record is, or extends, an asset: it has `assetid` and the asset tabs (relationships, communications, history). */
  isasset: boolean;
  /** The list answers `format=csv`. */
  csv: boolean;
  searchable: boolean;
  /** The list answers all rows without `meta.pagination`. */
  unpaged: boolean;
  can: { create: boolean; edit: boolean; delete: boolean };
  defaultsort: string;
  sorts: string[];
  /** The list begins with the greatest by `defaultsort`. */
  newestfirst: boolean;
  /** A picture is sent to `{path}/{id}/image` and read from below the path that is said here; false where there is none. */
  pictured: string | false;
  /** What the label page calls a record; absent where no labels are printed. */
  labeltype?: string;
  verbs: VerbDescriptor[];
  ledgers: LedgerDescriptor[];
  filters: FilterDescriptor[];
  fields: FieldDescriptor[];
}

/** `GET /api/dashboard/navigation`: the tree for the caller. A group has children, a leaf has a path. */
export interface NavigationNode {
  title: string;
  icon: string;
  path?: string;
  /** The letter that opens the page after `g`. */
  shortcut?: string;
  children?: NavigationNode[];
}
