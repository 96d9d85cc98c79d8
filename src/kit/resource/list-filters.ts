import { type Actor, canSeePersonalData } from '../actor.ts';
import type { Reader, Value } from '../data/reader.ts';
import { sqlOf } from '../data/sql-text.ts';
import { forbidden, signInRequiredError } from '../http/access.ts';
import type { Field } from './fields.ts';
import type { ListCondition } from './list-condition.ts';
import type { OperatorFilters } from './operator-filters.ts';
import { readFilter } from './place-filter.ts';
import { type Input, type Register, tableOf } from './register.ts';
import { allFieldsOf, type Registers } from './registers.ts';
import { hasValue } from './same-value.ts';
import { subtreeOf } from './subtree.ts';

/** The filters of one list: those of its fields, its own, those of extensions, and operators. */
export class ListFilters {
  private readonly fields: Readonly<Record<string, Field>>;

  constructor(
    private readonly registers: Registers,
    private readonly register: Register,
    private readonly operators: OperatorFilters,
  ) {
    this.fields = allFieldsOf(registers, register);
  }

  /** Throws 401 or 403 when the query filters or sorts by values that are hidden from the actor. */
  refuseHidden(query: Input, actor: Actor): void {
    if (!canSeePersonalData(actor)) this.refusePersonal(query);
    this.refuseExtensions(query, actor);
    if (query.sort !== undefined) this.operators.refuseHiddenSort(String(query.sort), actor);
  }

  /** Returns the conditions of a query. Throws like `OperatorFilters.createConditions`. */
  createConditions(reader: Reader, query: Input, actor: Actor | undefined): ListCondition[] {
    return [
      ...this.createFieldConditions(reader, query),
      ...this.createOwnConditions(reader, query),
      ...this.operators.createConditions(reader, query, actor),
    ];
  }

  /**
   * Throws 401 when the query filters or sorts by a personal field. Called for actors from whom such fields
   * are hidden, because the result would reveal them.
   */
  private refusePersonal(query: Input): void {
    for (const [name, { personal, filter = [] }] of Object.entries(this.fields))
      if (personal && (query.sort === name || filter.some((param) => query[param] !== undefined)))
        throw signInRequiredError();
  }

  /** Throws 403 when the query filters or sorts by an extension that the actor may not use. */
  private refuseExtensions(query: Input, actor: Actor): void {
    const usable = this.registers.listExtensions(this.register, actor);
    for (const extension of this.registers.listExtensions(this.register)) {
      const isUsed =
        Object.keys(extension.filters).some((name) => query[name] !== undefined) ||
        Object.hasOwn(extension.fields, String(query.sort));
      if (isUsed && !usable.includes(extension)) throw forbidden();
    }
  }

  private createFieldConditions(reader: Reader, query: Input): ListCondition[] {
    return Object.entries(this.fields).flatMap(([name, field]) => {
      const value = readFilter(field, query);
      if (value === undefined) return [];
      return field.subtree && query.exact !== true
        ? this.buildSubtreeCondition(reader, name, field, value)
        : this.buildValueCondition(name, field, value);
    });
  }

  private createOwnConditions(reader: Reader, query: Input): ListCondition[] {
    return Object.entries(this.registers.listFilters(this.register)).flatMap(([name, filter]) => {
      const parameter = [name, ...(filter.aliases ?? [])].find((param) => query[param] !== undefined);
      return parameter ? sqlOf(filter.when(query[parameter] as never, reader)) : [];
    });
  }

  /**
   * Returns the condition for a record and all records within it. A record without others in it is compared
   * directly, so that the index is used.
   */
  private buildSubtreeCondition(reader: Reader, name: string, field: Field, value: unknown): ListCondition {
    const column = `${tableOf(this.register, name)}.${name}`;
    const ids = subtreeOf(reader, this.registers.get(field.ref!.register), Number(value));
    const reference = { field: name, ids, isExcluded: false };
    if (ids.length === 1) return { sql: `${column} = ?`, params: [Number(value)], reference };
    const params = [JSON.stringify(ids)];
    return { sql: `${column} IN (SELECT value FROM json_each(?))`, params, reference };
  }

  private buildValueCondition(name: string, field: Field, value: unknown): ListCondition {
    const condition = hasValue(this.register, name, field, toStoredValue(value));
    if (!field.ref || typeof value !== 'number') return condition;
    return { ...condition, reference: { field: name, ids: [value], isExcluded: false } };
  }
}

const toStoredValue = (value: unknown): Value =>
  typeof value === 'boolean' ? Number(value) : (value as Value);
