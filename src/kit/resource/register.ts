import type { Actor } from '../actor.ts';
import type { Reader, Row, Value } from '../data/reader.ts';
import type { Tx } from '../data/tx.ts';
import type { Access } from '../http/access.ts';
import type { Field } from './fields.ts';

export type Input = Record<string, unknown>;
export type RecordOut = Record<string, unknown>;

export type Verb = 'list' | 'get' | 'create' | 'edit' | 'delete';

/** A filter of the list that is more than "this column equals". Answers an SQL condition over `t` (and `a`). */
export interface ListFilter {
  name: string;
  aliases?: readonly string[];
  title: string;
  kind: 'text' | 'boolean' | 'integer';
  condition(value: string | boolean): { sql: string; params: Value[] };
}

export interface Hooks {
  /** Before the row is written: checks across fields and records; throws AppError. May change the input. */
  check?(tx: Tx, input: Input, before: Row | undefined): void;
  /** After the row is written: the parts that live in other tables. */
  saved?(tx: Tx, id: number, input: Input, before: Row | undefined): void;
  /** After a row is removed or retired. */
  removed?(tx: Tx, id: number, before: Row): void;
  /** Adds to the records that are served; `single` is false for lists. */
  read?(reader: Reader, records: RecordOut[], context: { actor: Actor; single: boolean; query: Input }): void;
}

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
  title: string;
  titleone: string;
  description: string;
  icon: string;
  /** Audit action prefix `<area>.<noun>`. */
  audit: string;
  fields: Record<string, Field>;
  can: { read: Access; create: Access; edit: Access; delete: Access };
  /** DELETE retires the row, or removes it (409 IN_USE while something refers to it). */
  remove: 'soft' | 'hard';
  /** Rows have `isactive` although DELETE removes them. */
  activatable?: boolean;
  /** No routes and no pages: the register only lends its names to references. */
  referenceonly?: boolean;
  /** Columns that are unique together, with the field that the 409 names. */
  uniqueTogether?: { fields: readonly string[]; names: string };
  defaultsort: string;
  /** Further sort values over columns that are no fields. */
  sorts?: Record<string, string>;
  filters?: readonly ListFilter[];
  /** Columns of `assets` are fields too, and every row has one asset: computers, printers, machines ... */
  extendsAsset?: { assettype: string };
  hooks?: Hooks;
  /** Served whole, without paging. */
  unpaged?: boolean;
  /** Verbs that this register does not have at all. */
  without?: readonly Verb[];
  /** Verbs whose routes the register's feature writes by hand. */
  handmade?: readonly Verb[];
  /** DELETE wants the record's name in `confirm`. */
  typedconfirmation?: boolean;
  /** Creating answers a secret, once; `POST .../{id}/secret` replaces it. */
  makessecret?: boolean;
  /** SQL for the number of active records, where the database keeps count by itself. */
  counted?: string;
  /** What to call a record in the search index; registers without one are not searched globally. */
  searchkind?: string;
  /** Query parameters of GET one. */
  readquery?: Record<string, Field>;
}

/** Whether the kit gives the route: the register has the verb, and nobody writes it by hand. */
export const isKitMade = (register: Register, verb: Verb): boolean =>
  !register.without?.includes(verb) && !register.handmade?.includes(verb);

/** All registers of the running site, by name. */
export class Registers {
  private readonly byName = new Map<string, Register>();

  add(register: Register): void {
    if (this.byName.has(register.name)) throw new Error(`The register ${register.name} is declared twice.`);
    this.byName.set(register.name, register);
  }

  all(): Register[] {
    return [...this.byName.values()];
  }

  get(name: string): Register {
    const register = this.byName.get(name);
    if (!register) throw new Error(`There is no register ${name}.`);
    return register;
  }

  has(name: string): boolean {
    return this.byName.has(name);
  }

  ofTable(table: string): Register | undefined {
    return this.all().find((register) => register.table === table);
  }

  /** The key under which a reference's display name is served: `statusid` gives `status`, `osid` gives `osname`. */
  displayKey(name: string, field: Field): string {
    if (field.ref?.display) return field.ref.display;
    const target = this.get(field.ref!.register);
    return name === target.id ? target.label : name.replace(/id$/, '');
  }
}

/** The fields of a register with those of the asset it extends. */
export function allFields(registers: Registers, register: Register): Record<string, Field> {
  if (!register.extendsAsset) return register.fields;
  const { assettypeid: _fixed, ...asset } = registers.get('assets').fields;
  return { ...asset, ...register.fields };
}

/** Whether the rows can be inactive: lists then show the active ones unless asked otherwise. */
export const isActivatable = (register: Register): boolean =>
  register.remove === 'soft' || register.activatable === true;

/** The alias of the table in which a field's column lives: `t` the register's own, `a` the asset's. */
export function aliasOf(register: Register, field: string): 't' | 'a' {
  return register.extendsAsset && !(field in register.fields) ? 'a' : 't';
}
