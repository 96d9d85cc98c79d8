import { type Actor, canSeePersonalData, hasPermission } from '../actor.ts';
import { isAuthorized } from '../http/access.ts';
import type {
  FieldDescriptor,
  FieldKind,
  FilterDescriptor,
  LedgerDescriptor,
  RegisterDescriptor,
  VerbDescriptor,
} from './descriptor.ts';
import type { Field } from './fields.ts';
import { filterKindOf } from './filterable-fields.ts';
import type { ListFilter } from './filters.ts';
import { isActivatable, isImportable, labelTypesOf, picturePathOf, type Register } from './register.ts';
import { describeExtensions } from './register-extension.ts';
import { allFieldsOf, type Registers } from './registers.ts';
import type { Resource } from './resource.ts';
import { findContainedRegister } from './tree.ts';

/**
 * Returns the description of a register for the UI of this caller; undefined when the caller may not read it.
 */
export function describeRegister(
  resource: Resource,
  registers: Registers,
  actor: Actor,
): RegisterDescriptor | undefined {
  const { register, lister } = resource;
  if (!isAuthorized(actor, register.can.read)) return undefined;
  const fields = allFieldsOf(registers, register);
  const can = (verb: 'create' | 'edit' | 'delete') =>
    !register.without?.includes(verb) && isAuthorized(actor, register.can[verb]);
  const descriptor: RegisterDescriptor = {
    name: register.name,
    path: register.path,
    title: register.many,
    titleone: register.one,
    description: register.about,
    icon: register.icon,
    idfield: register.id,
    labelfield: register.label,
    softdelete: register.remove === 'soft',
    hasinactive: isActivatable(register),
    typedconfirmation: register.typedConfirmation ?? false,
    istree: findContainedRegister(registers, register) ? true : undefined,
    imports: isImportable(register) && can('create') && can('edit') ? true : undefined,
    merges: register.merges,
    makessecret: register.makesSecret ?? false,
    isasset: register.name === 'assets' || register.asset !== undefined,
    assettype: register.asset?.type,
    csv: true,
    searchable:
      register.plainSearch !== undefined ||
      Object.values(fields).some((field) => field.place === 'column' && field.search),
    unpaged: register.unpaged ?? false,
    can: { create: can('create'), edit: can('edit'), delete: can('delete') },
    defaultsort: register.sort,
    defaultcolumns: register.defaultColumns?.filter((name) => fields[name] && !isHidden(actor, fields[name])),
    sorts: lister.order.names.filter((name) => !(fields[name] && isHidden(actor, fields[name]))),
    filters: filtersOf(registers, registers.listFilters(register, actor), visibleTo(actor, fields)),
    newestfirst: register.newestFirst ?? false,
    pictured: register.pictured ? picturePathOf(register) : false,
    labeltype: labelTypesOf(register)[0],
    verbs: verbsOf(registers, register, actor),
    ledgers: ledgersOf(registers, register, actor),
    fields: describeListFields(registers, { register, lister }, visibleTo(actor, fields)),
  };
  return describeExtensions(descriptor, registers.listExtensions(register, actor));
}

/** Returns the descriptions of the fields of a register, with whether lists can be filtered and sorted by them. */
function describeListFields(
  registers: Registers,
  { register, lister }: Pick<Resource, 'register' | 'lister'>,
  fields: Record<string, Field>,
): FieldDescriptor[] {
  const hasOperators = (name: string, field: Field) =>
    filterKindOf(field) !== undefined || register.filters?.[name]?.kind === 'select';
  return Object.entries(fields).map(([name, field]) => ({
    ...describeField(registers, name, field),
    filterable: hasOperators(name, field) ? undefined : false,
    sortable: lister.order.names.includes(name),
  }));
}

const isHidden = (actor: Actor, { personal, shownTo }: Field): boolean =>
  (personal === true && !canSeePersonalData(actor)) ||
  (shownTo !== undefined && !hasPermission(actor, shownTo));

const visibleTo = (actor: Actor, fields: Record<string, Field>): Record<string, Field> =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => !isHidden(actor, field)));

function describeField(registers: Registers, name: string, field: Field): FieldDescriptor {
  const { title, help, kind, max, min, unit, section } = field;
  return {
    name,
    title,
    help,
    kind,
    max,
    min,
    unit,
    required: field.required ?? false,
    readonly: field.writable === 'never',
    createonly: field.writable === 'once',
    default: field.default,
    options: choicesOf(field.options),
    ref: field.ref && {
      ...target(registers, field.ref.register),
      display: registers.displayKey(name, field),
    },
    rows: field.place === 'part' && field.rows ? describeFields(registers, field.rows) : undefined,
    texts: field.texts,
    while: field.while,
    state: field.state,
    drawn: field.drawn,
    elsewhere: field.elsewhere,
    reported: field.reported,
    list: field.place !== 'column' && field.alone ? 'never' : (field.list ?? 'shown'),
    section: section ?? 'General',
    sortable: field.sort ?? false,
  };
}

/**
 * Returns the descriptions of all these fields for the UI. The caller passes only those that the user may
 * see.
 */
export const describeFields = (
  registers: Registers,
  fields: Readonly<Record<string, Field>>,
): FieldDescriptor[] => Object.entries(fields).map(([name, field]) => describeField(registers, name, field));

const choicesOf = (options: Readonly<Record<string, string>> | undefined) =>
  options && Object.entries(options).map(([value, label]) => ({ value, label }));

function target(registers: Registers, name: string) {
  const register = registers.get(name);
  return { register: name, path: register.path, idfield: register.id, labelfield: register.label };
}

/** Returns the verbs that the caller may run, each with its form. */
const verbsOf = (registers: Registers, register: Register, actor: Actor): VerbDescriptor[] =>
  Object.entries(register.verbs)
    .filter(([, verb]) => isAuthorized(actor, verb.needs))
    .map(([name, { title, icon, parameters, when, path = name }]) => ({
      name,
      title,
      icon,
      path,
      when,
      fields: describeFields(registers, parameters),
    }));

/** Returns the ledgers that the caller may read. */
const ledgersOf = (registers: Registers, register: Register, actor: Actor): LedgerDescriptor[] =>
  registers
    .ledgersOf(register)
    .filter(({ register: list }) => isAuthorized(actor, list.can.read))
    .map(({ name, by, register: list }) => ({
      name,
      title: list.many,
      description: list.about,
      icon: list.icon,
      idfield: list.id,
      fields: describeFields(registers, list.fields).filter((field) => field.name !== by),
    }));

/** The input type of a filter, by the kind of its field. */
const FILTERED: Partial<Record<FieldKind, FilterDescriptor['kind']>> = {
  ref: 'ref',
  boolean: 'boolean',
  select: 'select',
  date: 'date',
  integer: 'number',
};

/** Returns the filter of each of these fields that has one, under the first of its names. */
export const describeFilters = (
  registers: Registers,
  fields: Readonly<Record<string, Field>>,
): FilterDescriptor[] =>
  Object.entries(fields).flatMap(([key, field]): FilterDescriptor[] => {
    const name = field.filter?.[0];
    if (!name) return [];
    const kind = FILTERED[field.kind] ?? 'text';
    return [
      {
        name,
        field: name === key ? undefined : key,
        title: field.title,
        kind,
        options: choicesOf(field.options),
        ref: field.ref && target(registers, field.ref.register),
      },
    ];
  });

function filtersOf(
  registers: Registers,
  filters: Readonly<Record<string, ListFilter>>,
  fields: Record<string, Field>,
): FilterDescriptor[] {
  const special = Object.entries(filters).flatMap(([name, filter]): FilterDescriptor[] => {
    if (filter.offered === false) return [];
    const { title, kind } = filter;
    const options = kind === 'select' ? choicesOf(filter.options) : undefined;
    const ref = kind === 'ref' ? target(registers, filter.register) : undefined;
    return [{ name, title, kind: FILTERED[kind] ?? 'text', options, ref }];
  });
  return [...describeFilters(registers, fields), ...special];
}
