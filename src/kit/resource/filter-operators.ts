/** The operators of list filters. A parameter has the form `<field>__<operator>`. */
export const FILTER_OPERATORS = ['not', 'in', 'empty', 'contains', 'gte', 'lte', 'last', 'next'] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** How a filter compares the values of a field. */
export type FilterValueKind = 'text' | 'number' | 'boolean' | 'date' | 'instant' | 'choice' | 'ref' | 'json';

const ORDERED = ['not', 'in', 'empty', 'gte', 'lte'] as const;

/** The operators that fields of each kind have. */
export const OPERATORS_BY_KIND: Readonly<Record<FilterValueKind, readonly FilterOperator[]>> = {
  text: ['not', 'in', 'empty', 'contains'],
  number: ORDERED,
  boolean: ['not', 'in', 'empty'],
  date: [...ORDERED, 'last', 'next'],
  instant: [...ORDERED, 'last', 'next'],
  choice: ['not', 'in', 'empty'],
  ref: ['not', 'in', 'empty'],
  json: ['empty'],
};

/** The key in the schema of a list query under which the API document finds the fields with operators. */
export const OPERATOR_FIELDS = 'x-operator-fields';

/** The key in the schema of a list query with the pattern of further parameters, those of custom fields. */
export const PARAMETER_PATTERN = 'x-parameter-pattern';

/** The prefix of custom fields in the names of parameters and of values. */
export const CUSTOM_FIELD_PREFIX = 'cf_';
/** Reports whether a name has the prefix of custom fields, in any letter case. */
export const isCustomFieldName = (name: string): boolean =>
  name.slice(0, CUSTOM_FIELD_PREFIX.length).toLowerCase() === CUSTOM_FIELD_PREFIX;

const SEPARATOR = '__';

/** The pattern of the parameters that filter by custom fields. */
export const CUSTOM_FIELD_PATTERN = `^${CUSTOM_FIELD_PREFIX}.+?(${SEPARATOR}(${FILTER_OPERATORS.join('|')}))?$`;

/** Reports whether a name is that of an operator parameter or of a custom field. */
export const isOperatorParameter = (name: string): boolean =>
  name.includes(SEPARATOR) || isCustomFieldName(name);

/**
 * Splits `statusid__in` into the name of the field and the operator. Without a known operator at its end, the
 * whole name counts as the field.
 */
export function splitParameter(parameter: string): { field: string; operator?: FilterOperator } {
  const at = parameter.lastIndexOf(SEPARATOR);
  const operator = FILTER_OPERATORS.find((one) => one === parameter.slice(at + SEPARATOR.length));
  return at > 0 && operator ? { field: parameter.slice(0, at), operator } : { field: parameter };
}

const LIST_ELEMENT = /\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))(?:,|$)/g;

/**
 * Splits values with commas. Quotes around a value protect its commas, and two quotes are one: `"a, b",c`.
 * Leaves out blanks around values, empty values and repeated values.
 */
export function splitValueList(text: string): string[] {
  const values = [...text.matchAll(LIST_ELEMENT)].map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '').trim() : quoted.replaceAll('""', '"'),
  );
  return [...new Set(values.filter((value) => value !== ''))];
}

/** Joins values with commas, so that `splitValueList` returns them again. */
export const joinValueList = (values: readonly string[]): string =>
  values.map((value) => (/[",]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(',');
