import { sqlOf } from '../data/sql-text.ts';
import type { FieldKind } from './descriptor.ts';
import { createFewValues, isReadFromFew } from './few-values.ts';
import type { Field } from './fields.ts';
import type { FilterValueKind } from './filter-operators.ts';
import type { FilterableField } from './filterable-field.ts';
import type { ListFilter } from './filters.ts';
import { isActivatable, type Register, stampedTableOf, tableOf } from './register.ts';
import { allFieldsOf, type Registers } from './registers.ts';
import { displayLabel } from './select.ts';

const KINDS: Partial<Record<FieldKind, FilterValueKind>> = {
  text: 'text',
  longtext: 'text',
  url: 'text',
  email: 'text',
  color: 'text',
  icon: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  instant: 'instant',
  select: 'choice',
  ref: 'ref',
  json: 'json',
};

/** Returns how filters compare a field; undefined for a secret and for a value without SQL. */
export const filterKindOf = (field: Field): FilterValueKind | undefined =>
  field.shownTo || (field.place !== 'column' && field.from === undefined && !field.few)
    ? undefined
    : KINDS[field.kind];

/**
 * Returns the fields of a list's rows that have operators, by name: the fields of the register, the names that
 * its references show, its ID, its state and its timestamps.
 */
export function filterableFieldsOf(
  registers: Registers,
  register: Register,
): ReadonlyMap<string, FilterableField> {
  const fields = new Map<string, FilterableField>();
  const stamped = stampedTableOf(register);
  fields.set(register.id, { kind: 'number', operand: `${register.table}.${register.id}`, isIndexed: true });
  if (register.asset) fields.set('assetid', { kind: 'number', operand: 'assets.assetid', isIndexed: true });
  if (isActivatable(register)) fields.set('isactive', { kind: 'boolean', operand: `${stamped}.isactive` });
  for (const name of ['createddate', 'modifieddate'])
    fields.set(name, { kind: 'instant', operand: `${stamped}.${name}` });
  for (const [name, field] of Object.entries(withAssetType(registers, register))) {
    const table = name === 'assettypeid' && register.asset ? 'assets' : tableOf(register, name);
    const filterable = toFilterable(registers, register, { name, field, table });
    if (!filterable) continue;
    fields.set(name, filterable);
    if (field.ref)
      fields.set(registers.displayKey(name, field), namesOf(registers, field, `${table}.${name}`));
  }
  for (const [name, filter] of Object.entries(register.filters ?? {})) {
    const filterable = fields.has(name) ? undefined : toFilterableChoice(filter);
    if (filterable) fields.set(name, { ...filterable, personal: register.fields[name]?.personal });
  }
  return fields;
}

/** Returns a filter with choices as a field, for a value that is computed from others. */
const toFilterableChoice = (filter: ListFilter): FilterableField | undefined =>
  filter.kind === 'select'
    ? {
        kind: 'choice',
        operand: 'NULL',
        options: Object.keys(filter.options),
        when: (value, now) => sqlOf(filter.when(value, now)),
      }
    : undefined;

/** Returns the fields of a register, with the asset type that each of its rows contains. */
function withAssetType(registers: Registers, register: Register): Record<string, Field> {
  const fields = allFieldsOf(registers, register);
  return register.asset ? { assettypeid: registers.get('assets').fields.assettypeid!, ...fields } : fields;
}

function toFilterable(
  registers: Registers,
  register: Register,
  { name, field, table }: { name: string; field: Field; table: string },
): FilterableField | undefined {
  const kind = filterKindOf(field);
  if (!kind) return undefined;
  const { personal, signedIn, options, subtree, ref } = field;
  if (isReadFromFew(field)) return { kind, ...createFewValues(register, field), personal, signedIn };
  const isColumn = field.place === 'column';
  const id = table === register.table ? register.id : 'assetid';
  return {
    kind,
    operand: isColumn ? `${table}.${name}` : `(${field.from})`,
    options: options && Object.keys(options),
    tree: subtree && ref ? registers.get(ref.register) : undefined,
    name: isColumn && field.isName ? { table, column: name, id: `${table}.${id}` } : undefined,
    isIndexed: field.filter !== undefined || (isColumn && field.unique !== undefined),
    personal,
    signedIn,
  };
}

/** Returns the names that a reference shows. A condition on them finds the IDs of the named records. */
function namesOf(registers: Registers, field: Field, column: string): FilterableField {
  const target = registers.get(field.ref!.register);
  const label = displayLabel(target);
  const labelField = target.fields[label];
  const isName = labelField?.place === 'column' && labelField.isName;
  return {
    kind: 'text',
    operand: `named.${label}`,
    name: isName ? { table: target.table, column: label, id: `named.${target.id}` } : undefined,
    isIndexed: true,
    within: { column, select: `SELECT named.${target.id} FROM ${target.table} named WHERE` },
    personal: field.personal || labelField?.personal,
    signedIn: field.signedIn || labelField?.signedIn,
  };
}

/** Returns the fields of a list by the way in which filters compare them, for the API document. */
export function groupFilterableFields(
  registers: Registers,
  register: Register,
): Partial<Record<FilterValueKind, string[]>> {
  const fields = Map.groupBy(filterableFieldsOf(registers, register), ([, { kind }]) => kind);
  return Object.fromEntries([...fields].map(([kind, group]) => [kind, group.map(([name]) => name)]));
}
