import type { Actor } from '../actor.ts';
import { type Access, authorise } from '../http/access.ts';
import type { FieldDescriptor, FilterDescriptor, RegisterDescriptor } from './descriptor.ts';
import type { Field } from './fields.ts';
import { allFields, isActivatable, type Register, type Registers } from './register.ts';
import type { Resource } from './resource.ts';

/** What the UI is told about a register, for this caller; undefined when the caller may not read it. */
export function describeRegister(
  resource: Resource,
  registers: Registers,
  actor: Actor,
): RegisterDescriptor | undefined {
  const { register, lister } = resource;
  if (!may(actor, register.can.read)) return undefined;
  const fields = allFields(registers, register);
  const can = (verb: 'create' | 'edit' | 'delete') =>
    !register.without?.includes(verb) && may(actor, register.can[verb]);
  return {
    name: register.name,
    path: register.path,
    title: register.title,
    titleone: register.titleone,
    description: register.description,
    icon: register.icon,
    idfield: register.id,
    labelfield: register.label,
    softdelete: register.remove === 'soft',
    hasinactive: isActivatable(register),
    typedconfirmation: register.typedconfirmation ?? false,
    makessecret: register.makessecret ?? false,
    isasset: register.name === 'assets' || register.extendsAsset !== undefined,
    csv: true,
    searchable: Object.values(fields).some((field) => field.search),
    unpaged: register.unpaged ?? false,
    can: { create: can('create'), edit: can('edit'), delete: can('delete') },
    defaultsort: register.defaultsort,
    sorts: Object.keys(lister.sorts),
    filters: filtersOf(registers, register, fields),
    fields: Object.entries(fields).map(([name, field]) => describeField(registers, name, field)),
  };
}

function may(actor: Actor, access: Access): boolean {
  try {
    authorise(actor, access);
    return true;
  } catch {
    return false;
  }
}

function describeField(registers: Registers, name: string, field: Field): FieldDescriptor {
  const { title, help, kind, max, min, section } = field;
  return {
    name,
    title,
    help,
    kind,
    max,
    min,
    required: field.required ?? false,
    readonly: (field.readonly ?? false) || (field.select !== undefined && !field.virtual),
    createonly: field.createonly ?? false,
    default: field.default,
    options: field.options?.map((value) => ({ value, label: value })),
    ref: field.ref && {
      ...target(registers, field.ref.register),
      display: registers.displayKey(name, field),
    },
    list: field.list ?? 'shown',
    section: section ?? 'General',
    sortable: field.sort ?? false,
  };
}

function target(registers: Registers, name: string) {
  const register = registers.get(name);
  return { register: name, path: register.path, idfield: register.id, labelfield: register.label };
}

function filtersOf(
  registers: Registers,
  register: Register,
  fields: Record<string, Field>,
): FilterDescriptor[] {
  const own = Object.values(fields).flatMap((field): FilterDescriptor[] => {
    const name = field.filter?.[0];
    if (!name) return [];
    const kind =
      field.kind === 'ref' || field.kind === 'boolean' || field.kind === 'select' ? field.kind : 'text';
    return [
      {
        name,
        title: field.title,
        kind,
        options: field.options?.map((value) => ({ value, label: value })),
        ref: field.ref && target(registers, field.ref.register),
      },
    ];
  });
  // The name of a type is a filter for scripts; people choose the type itself.
  const special = (register.filters ?? [])
    .filter((filter) => filter.kind === 'boolean')
    .map((filter): FilterDescriptor => ({ name: filter.name, title: filter.title, kind: 'boolean' }));
  return [...own, ...special];
}
