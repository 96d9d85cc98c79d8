import { type Actor, canSeePersonalData } from '../actor.ts';
import type { Reader } from '../data/reader.ts';
import { invalid } from '../errors.ts';
import { signInRequiredError } from '../http/access.ts';
import { type AddedField, addedKeyOf, hasAddedFields } from './added-fields.ts';
import {
  type FilterOperator,
  isOperatorParameter,
  OPERATORS_BY_KIND,
  splitParameter,
} from './filter-operators.ts';
import type { FilterableField } from './filterable-field.ts';
import { filterableFieldsOf } from './filterable-fields.ts';
import type { ListCondition } from './list-condition.ts';
import { createOperatorCondition } from './operator-conditions.ts';
import type { Input, Register } from './register.ts';
import { allFieldsOf, type Registers } from './registers.ts';

/** A field by which the rows of a list are grouped. */
export interface GroupedField {
  kind: FilterableField['kind'];
  /** The SQL of the value. */
  operand: string;
  /** True for a reference whose filter also finds the records within it. */
  hasTree: boolean;
}

/** The kinds whose values are shared by several rows. */
const GROUPED_KINDS: ReadonlySet<FilterableField['kind']> = new Set([
  'text',
  'number',
  'boolean',
  'date',
  'choice',
  'ref',
]);

/** The filters of a list whose parameters have the form `<field>__<operator>`. */
export class OperatorFilters {
  /** Created on first use, because most requests have no such filter. */
  private fields?: ReadonlyMap<string, FilterableField>;

  constructor(
    private readonly registers: Registers,
    private readonly register: Register,
  ) {}

  /** Returns the parameters of a query that have this form. */
  static listParameters = (query: Input): string[] =>
    Object.keys(query).filter((name) => query[name] !== undefined && isOperatorParameter(name));

  /**
   * Returns the conditions of a query. Throws 400 for an operator that the field does not have and for a value
   * that does not fit, and 401 for a field that is hidden from the actor.
   */
  createConditions(reader: Reader, query: Input, actor: Actor | undefined): ListCondition[] {
    return OperatorFilters.listParameters(query).map((parameter) =>
      this.createCondition(reader, query, { parameter, actor }),
    );
  }

  /** Reports whether the query filters by the state of the records, so that the default state does not apply. */
  static isByState = (query: Input): boolean =>
    OperatorFilters.listParameters(query).some((name) => splitParameter(name).field === 'isactive');

  private createCondition(
    reader: Reader,
    query: Input,
    { parameter, actor }: { parameter: string; actor: Actor | undefined },
  ): ListCondition {
    return createParameterCondition(reader, this.find(reader, parameter), { parameter, query, actor });
  }

  /** Returns the field of the list under this name. */
  findField(name: string): FilterableField | undefined {
    this.fields ??= filterableFieldsOf(this.registers, this.register);
    return this.fields.get(name);
  }

  /** Throws 401 when the actor may not see the values, or the names, by which a list would be sorted. */
  refuseHiddenSort(name: string, actor: Actor): void {
    const field = allFieldsOf(this.registers, this.register)[name];
    const names = field?.ref ? [name, this.registers.displayKey(name, field)] : [name];
    for (const one of names) {
      const sorted = this.findField(one);
      if (sorted) refuseHidden(sorted, actor);
    }
  }

  /** Returns the field and the operator of a parameter. `cf_<key>` without an operator means `in`. */
  private find(reader: Reader, parameter: string): { field?: FilterableField; operator?: FilterOperator } {
    const { field: name, operator } = splitParameter(parameter);
    if (addedKeyOf(name) === undefined) return { field: this.findField(name), operator };
    const added = this.findAdded(reader, name);
    if (added) return { field: added, operator: operator ?? 'in' };
    // Fields of older versions can have the name of an operator at their end.
    return { field: this.findAdded(reader, parameter), operator: 'in' };
  }

  /**
   * Returns the kind and the SQL of the field by which rows can be grouped. Throws 400 for a field without
   * values of its own or with too many, and 401 for a field that is hidden from the actor.
   */
  findGroupedField(reader: Reader, name: string, actor: Actor | undefined): GroupedField {
    const added = this.findAdded(reader, name);
    const field = added ?? this.findField(name);
    const isGroupable = field && GROUPED_KINDS.has(field.kind) && !field.when && (added || !field.within);
    if (!isGroupable) throw invalid('field', `The list cannot be grouped by ${name}.`);
    if (actor) refuseHidden(field, actor);
    const { kind, operand } = field;
    if (!added) return { kind, operand, hasTree: field.tree !== undefined };
    const { table, isOwn, within } = added;
    return {
      kind,
      operand: `(SELECT value FROM ${table} WHERE ${isOwn} AND ${table}.assetid = ${within!.column})`,
      hasTree: false,
    };
  }

  /** Returns the field that the plant added under this name, `cf_<key>`. */
  findAdded(reader: Reader, name: string): AddedField | undefined {
    const key = addedKeyOf(name);
    if (key === undefined || !hasAddedFields(this.register)) return undefined;
    return this.registers.addedFields?.find(reader, key, this.register.asset?.type);
  }
}

/**
 * Returns the condition of a parameter with the form `<field>__<operator>`. Throws 400 for an unknown field, an
 * operator that the field does not have and a value that does not fit, and 401 for a field that is hidden from
 * the actor.
 */
export function createParameterCondition(
  reader: Reader,
  { field, operator }: { field?: FilterableField; operator?: FilterOperator },
  { parameter, query, actor }: { parameter: string; query: Input; actor: Actor | undefined },
): ListCondition {
  if (!field || !operator) throw invalid(parameter, describeUnknown(parameter, field));
  if (actor) refuseHidden(field, actor);
  const operators = OPERATORS_BY_KIND[field.kind];
  if (!operators.includes(operator))
    throw invalid(parameter, `Use one of the operators ${operators.join(', ')}.`);
  const text = String(query[parameter]);
  return createOperatorCondition(reader, field, {
    parameter,
    operator,
    text,
    isExact: query.exact === true,
  });
}

function describeUnknown(parameter: string, field: FilterableField | undefined): string {
  return field
    ? `Use one of the operators ${OPERATORS_BY_KIND[field.kind].join(', ')}.`
    : `The list has no filter ${parameter}. Use the name of a field and an operator such as __in.`;
}

/** Reports whether a field is hidden from the actor. */
export const isHidden = ({ personal, signedIn }: FilterableField, actor: Actor): boolean =>
  (personal === true && !canSeePersonalData(actor)) || (signedIn === true && actor.kind === 'anonymous');

/** Throws 401 for a field that is hidden from the actor, because the result would reveal its values. */
export function refuseHidden(field: FilterableField, actor: Actor): void {
  if (isHidden(field, actor)) throw signInRequiredError();
}
