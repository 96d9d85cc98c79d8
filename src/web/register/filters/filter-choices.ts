import type { FilterDescriptor, RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import {
  CUSTOM_FIELD_PREFIX,
  type FilterOperator,
  OPERATORS_BY_KIND,
  splitParameter,
} from '../../../kit/resource/filter-operators.ts';

/** A filter that the user can add: one of a register, or the operators of a field. */
export interface FilterChoice extends FilterDescriptor {
  /** The operators of its field; none for a filter that has a value only. */
  operators?: readonly FilterOperator[];
  /** True if the register declares it, so that its plain name is a parameter. */
  isPlain?: boolean;
  /** The heading under which the menu lists it. */
  group?: string;
}

/** A filter in the URL. */
export interface ActiveFilter {
  /** The name of the parameter. */
  parameter: string;
  filter: FilterChoice;
  /** Absent for a filter that has a value only. */
  operator?: FilterOperator;
  value: string;
}

const OPERATORS: Readonly<Record<FilterDescriptor['kind'], readonly FilterOperator[]>> = {
  ref: OPERATORS_BY_KIND.ref,
  select: OPERATORS_BY_KIND.choice,
  boolean: OPERATORS_BY_KIND.boolean,
  text: OPERATORS_BY_KIND.text,
  date: OPERATORS_BY_KIND.date,
  number: OPERATORS_BY_KIND.number,
};

const KINDS: Readonly<Record<string, FilterDescriptor['kind'] | undefined>> = {
  text: 'text',
  longtext: 'text',
  url: 'text',
  email: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  instant: 'date',
  select: 'select',
  ref: 'ref',
};

/** Returns the filter by the operators of a column, for a list without a register. */
export const toColumnFilter = (filter: FilterDescriptor): FilterChoice => ({
  ...filter,
  operators: OPERATORS[filter.kind],
});

const STAMPS: readonly FilterChoice[] = [
  { name: 'createddate', title: 'Created', kind: 'date', operators: OPERATORS.date },
  { name: 'modifieddate', title: 'Last change', kind: 'date', operators: OPERATORS.date },
];

/** Reports whether a list has a filter by locations, which also finds what is within them without `exact`. */
export const hasPlaces = ({ filters }: Pick<RegisterDescriptor, 'filters'>): boolean =>
  filters.some(({ name }) => name === 'locationid');

/** Excludes what is in locations within a location. */
const EXACT: FilterChoice = {
  name: 'exact',
  title: 'Directly at the location',
  kind: 'boolean',
  isPlain: true,
};

/** Returns the filters of a list: those that its register declares, then its other fields. */
export function listFilterChoices(register: RegisterDescriptor): FilterChoice[] {
  const { filters, fields } = register;
  const names = new Set(fields.filter(({ filterable }) => filterable !== false).map(({ name }) => name));
  const declared = filters.map((filter) => ({
    ...filter,
    isPlain: true,
    operators: names.has(filter.field ?? filter.name) ? OPERATORS[filter.kind] : undefined,
  }));
  const covered = new Set(filters.map(({ name, field }) => field ?? name));
  const others = fields.flatMap(({ name, title, kind, options, ref }): FilterChoice[] => {
    const shape = KINDS[kind];
    if (!shape || !names.has(name) || covered.has(name)) return [];
    return [{ name, title, kind: shape, options, ref, operators: OPERATORS[shape] }];
  });
  return [...declared, ...(hasPlaces(register) ? [EXACT] : []), ...others, ...STAMPS];
}

/** A custom field as its register returns it. */
export interface CustomField {
  fieldname: string;
  label: string;
  fieldtype: string;
  options: string[] | null;
  assettype: string | null;
  /** Null for a field of all asset types. */
  assettypeid: number | null;
  isrequired: boolean;
  /** The heading of the field on pages and in forms. */
  groupname: string | null;
}

/** Returns the filter by a custom field. */
export function toCustomFilter({ fieldname, label, fieldtype, options }: CustomField): FilterChoice {
  const kind = KINDS[fieldtype] ?? 'text';
  return {
    name: CUSTOM_FIELD_PREFIX + fieldname,
    title: label,
    kind,
    options: options?.map((option) => ({ value: option, label: option })),
    operators: OPERATORS[kind],
    group: 'Custom fields',
  };
}

/** Returns the active filters in the order of the URL. An unknown one has the name of its parameter. */
export const listActiveFilters = (
  choices: readonly FilterChoice[],
  values: Readonly<Record<string, string>>,
): ActiveFilter[] =>
  Object.entries(values).flatMap(([parameter, value]) =>
    value ? [{ ...findChoice(choices, parameter), parameter, value }] : [],
  );

function findChoice(
  choices: readonly FilterChoice[],
  parameter: string,
): Pick<ActiveFilter, 'filter' | 'operator'> {
  const exact = choices.find(({ name }) => name === parameter);
  if (exact) return { filter: exact };
  const { field, operator } = splitParameter(parameter);
  const filter = choices.find((one) => one.operators && (one.field ?? one.name) === field);
  return filter
    ? { filter, operator }
    : { filter: { name: parameter, title: parameter, kind: 'text', whole: true } };
}
