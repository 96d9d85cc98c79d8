import { type Actor, hasPermission } from '../actor.ts';
import type { AddedFieldSource } from './added-fields.ts';
import type { Field } from './fields.ts';
import type { ListFilter } from './filters.ts';
import type { Ledger } from './ledger.ts';
import { type Register, tableOf } from './register.ts';
import type { RegisterExtension } from './register-extension.ts';

/** All registers of the running site, by name. */
export class Registers {
  private readonly byName = new Map<string, Register>();
  private readonly ledgers: Ledger[] = [];
  /** The fields that the plant adds to its assets. */
  addedFields?: AddedFieldSource | undefined;
  /** The columns and filters that plugins add to the lists of other plugins. */
  extensions: readonly RegisterExtension[] = [];

  /** Adds a register. Throws an Error when another register has the same name or audit prefix. */
  add(register: Register): void {
    if (this.byName.has(register.name)) throw new Error(`The register ${register.name} is declared twice.`);
    const twin = this.all().find(({ audit }) => audit === register.audit);
    if (twin)
      throw new Error(`${register.name} and ${twin.name} have the same audit name ${register.audit}.`);
    this.byName.set(register.name, register);
  }

  /** Returns the extensions of a register that the actor may use; all of them for the appliance itself. */
  listExtensions({ name }: Register, actor?: Actor): RegisterExtension[] {
    return this.extensions.filter(
      ({ register, needs }) => register === name && (!actor || hasPermission(actor, needs)),
    );
  }

  /** Returns the filters of a list, with those of extensions that the actor may use. */
  listFilters(register: Register, actor?: Actor): Readonly<Record<string, ListFilter>> {
    const added = this.listExtensions(register, actor).map(({ filters }) => filters);
    return Object.assign({}, register.filters, ...added);
  }

  /** Returns all registers, then the registers of all ledgers. */
  listAll(): Register[] {
    return [...this.all(), ...this.ledgers.map(({ register }) => register)];
  }

  /** Adds a ledger. Throws an Error when the register to which it belongs is missing. */
  addLedger(ledger: Ledger): void {
    this.get(ledger.of.name);
    this.ledgers.push(ledger);
  }

  /** Returns the name of one row of the table, for registers and ledgers. */
  recordNameOf(table: string): string | undefined {
    return this.findWithLedgers(table)?.one;
  }

  /** Returns the register or the ledger with this table. */
  findWithLedgers(table: string): Register | undefined {
    return this.listAll().find((register) => register.table === table);
  }

  ledgersOf(register: Register): Ledger[] {
    return this.ledgers.filter(({ of }) => of.name === register.name);
  }

  /**
   * Returns the register that an audit row refers to, by its action and entity type. Unlisted registers are
   * skipped.
   */
  findByAudit(action: string, entitytype: string): Register | undefined {
    const [area] = action.split('.');
    return this.all().find(({ audit, unlisted }) => audit === `${area}.${entitytype}` && !unlisted);
  }

  /**
   * Returns the only listed register with this noun in the audit log, whatever the area of the action.
   * Returns undefined when there is none or more than one.
   */
  findByNoun(noun: string): Register | undefined {
    const those = this.all().filter(({ audit, unlisted }) => !unlisted && audit.split('.')[1] === noun);
    return those.length === 1 ? those[0] : undefined;
  }

  all(): Register[] {
    return [...this.byName.values()];
  }

  /** Returns the register of this name. Throws an Error when there is none. */
  get(name: string): Register {
    const register = this.byName.get(name);
    if (!register) throw new Error(`There is no register ${name}.`);
    return register;
  }

  has(name: string): boolean {
    return this.byName.has(name);
  }

  findByTable(table: string): Register | undefined {
    return this.all().find((register) => register.table === table);
  }

  /**
   * Returns the key under which a reference's display name is served: `statusid` gives `status`, `osid` gives
   * `osname`.
   */
  displayKey(name: string, field: Field): string {
    if (field.ref?.display) return field.ref.display;
    const target = this.get(field.ref!.register);
    return name === target.id ? target.label : name.replace(/id$/, '');
  }
}

/** Returns the column by which the names of the records of a register sort. */
export const labelSortOf = ({ label, sortKeys }: Register): string => sortKeys.get(label) ?? label;

/** Returns the SQL column that gives the order of a field: its sort key, if it has one, or the column itself. */
export function sortColumnOf(registers: Registers, register: Register, name: string): string {
  const table = tableOf(register, name);
  const { sortKeys } = table === register.table ? register : registers.get(table);
  return `${table}.${sortKeys.get(name) ?? name}`;
}

/**
 * Returns the fields of a register, with those of the asset that it extends, except the asset type. With
 * `numberedBy`, the asset number is optional. A field of the register replaces one of the asset.
 */
export function allFieldsOf(registers: Registers, register: Register): Record<string, Field> {
  if (!register.asset) return register.fields;
  const { assettypeid: _fixed, ...asset } = registers.get('assets').fields;
  if (!register.asset.numberedBy) return { ...asset, ...register.fields };
  const assetnumber = { ...asset.assetnumber!, required: false };
  return { ...asset, assetnumber, ...register.fields };
}
