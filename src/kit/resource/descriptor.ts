/** The kind of a field, which determines its validation, its display and its form input. */
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
  /** A plain sentence under the form field. */
  help?: string;
  kind: FieldKind;
  required: boolean;
  /** The field is shown but never sent: it is derived or set by the server. */
  readonly: boolean;
  /** The field is sent on create only (structural fields). */
  createonly: boolean;
  max?: number;
  min?: number;
  /** The unit of the number. */
  unit?: string;
  default?: unknown;
  /** The choices of a field of kind `select`. */
  options?: { value: string; label: string }[];
  /** For `ref`: the referenced register, and the key that contains its display name in this record. */
  ref?: { register: string; path: string; idfield: string; labelfield: string; display: string };
  /** The fields of one row, for a field of kind `json` that contains a list of rows. */
  rows?: FieldDescriptor[];
  /** True for a field of kind `json` that contains a list of texts. */
  texts?: boolean;
  /** The form requests the field only while another field has this value. */
  while?: { field: string; is: unknown };
  /** The UI shows the value as a colored state. */
  state?: boolean;
  /** The name under which a plugin's `PluginWeb.fields` supplies the display and the input of the field. */
  drawn?: string;
  /** Another page shows and sets the field: it is absent from the facts and from the form. */
  elsewhere?: boolean;
  /** The list serves the column only when the parameter `columns` names it. */
  requested?: true;
  /** Machines report the field, or the map sets it: it is absent from the form. */
  reported?: boolean;
  /** `shown` and `hidden` columns can be chosen in the list; `never` are not columns. */
  list: 'shown' | 'hidden' | 'never';
  /** The heading under which the detail page and the form group the field. */
  section: string;
  sortable: boolean;
  /** False when lists cannot be filtered by the field; otherwise it has the operators of its kind. */
  filterable?: false;
}

export interface FilterDescriptor {
  /** Query parameter of the list. */
  name: string;
  /** The name of its field in operator parameters; absent when it is `name` or there is no such field. */
  field?: string;
  title: string;
  kind: 'ref' | 'boolean' | 'select' | 'text' | 'date' | 'number';
  /** The text is compared as a whole, without a search for parts. */
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
  /** The verb is offered for records with these values. */
  when?: Readonly<Record<string, unknown>>;
  fields: FieldDescriptor[];
}

/** A list of permanent entries about a record: `GET {path of the register}/{id}/{name}`. */
export interface LedgerDescriptor {
  name: string;
  title: string;
  description: string;
  icon: string;
  idfield: string;
  fields: FieldDescriptor[];
}

/**
 * The description of a register for the web UI. `GET /api/registers` returns a list of these, for the
 * permissions of the caller. The UI builds its list, detail and form pages from it.
 */
export interface RegisterDescriptor {
  /** Stable name, for example `vendors`, `computers`, `computertypes`. */
  name: string;
  /** Path below `/api` and also the page's path in the UI, for example `/vendors` or `/computers/types`. */
  path: string;
  title: string;
  titleone: string;
  /** A sentence for the empty state: the purpose of the register, and how rows get into it. */
  description: string;
  icon: string;
  idfield: string;
  labelfield: string;
  /** DELETE deactivates a row rather than removing it. */
  softdelete: boolean;
  /** Rows can be inactive; the list includes them with `active=false`. */
  hasinactive: boolean;
  /** DELETE requires the name of the record, as `confirm` in its body. */
  typedconfirmation: boolean;
  /** The records form a tree: `GET <path>/tree` returns it with the number of records at each. */
  istree?: boolean;
  /** The caller can import files into it. */
  imports?: boolean;
  /** Callers that may delete records can merge two of them. */
  merges?: boolean;
  /** Creating a record returns `secret`, once; `POST {path}/{id}/secret` replaces it. */
  makessecret: boolean;
  /**
   * The record is an asset or extends one: it has `assetid` and the asset tabs (relationships,
   * communications, history).
   */
  isasset: boolean;
  /** Names of the extensions by other plugins that the caller may use. */
  extensions?: string[];
  /** The asset type of all its records. */
  assettype?: string;
  /** The list supports `format=csv`. */
  csv: boolean;
  searchable: boolean;
  /** The list returns all rows without `meta.pagination`. */
  unpaged: boolean;
  can: { create: boolean; edit: boolean; delete: boolean };
  defaultsort: string;
  sorts: string[];
  /** The default columns in their order; absent when they are the fields whose `list` is `shown`. */
  defaultcolumns?: string[];
  /** The list starts with the largest value of `defaultsort`. */
  newestfirst: boolean;
  /**
   * Pictures are sent to `{path}/{id}/image` and read from below the path in this field; false when there are
   * none.
   */
  pictured: string | false;
  /** The type of a record on the label page; absent when no labels are printed. */
  labeltype?: string;
  verbs: VerbDescriptor[];
  ledgers: LedgerDescriptor[];
  filters: FilterDescriptor[];
  fields: FieldDescriptor[];
}

/**
 * The response of `GET /api/dashboard/navigation`: the tree for the caller. A page has a path. A group has
 * children: pages, and families of pages, which are nodes with children again.
 */
export interface NavigationNode {
  title: string;
  icon: string;
  path?: string;
  /** Path above all pages that belong to this one, if it is not `path`. */
  area?: string;
  /** The page lists the other pages of its family. */
  isindex?: true;
  /** The page is a tab beside the index of its family. */
  istab?: true;
  /** The menu of the user shows the group. */
  isaccount?: true;
  /** True while nothing uses the page, or any page of the entry. */
  isunused?: true;
  /** Further words by which the page is found. */
  words?: string;
  /** The letter that opens the page after `g`. */
  shortcut?: string;
  children?: NavigationNode[];
}
