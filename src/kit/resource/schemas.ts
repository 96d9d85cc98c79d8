import { z } from 'zod';
import { booleanParam, columnsQuery, csvQuery, idParam, pagingQuery, searchQuery } from '../http/paging.ts';
import { addedKeyOf, hasAddedFields } from './added-fields.ts';
import type { Field } from './fields.ts';
import {
  CUSTOM_FIELD_PATTERN,
  isOperatorParameter,
  OPERATOR_FIELDS,
  PARAMETER_PATTERN,
} from './filter-operators.ts';
import { groupFilterableFields } from './filterable-fields.ts';
import type { ListFilter } from './filters.ts';
import { listSortsOf } from './list-order.ts';
import { type Input, isActivatable, type Register } from './register.ts';
import { allFieldsOf, type Registers } from './registers.ts';
import { dateSchema, inputSchema, instantSchema, outputSchema } from './validate.ts';

/**
 * The validation and the API document of one register, derived from its fields. Each schema is created on
 * first use: they contain thousands of small schemas, and the start needs none.
 */
export interface RegisterSchemas {
  create: z.ZodLazy<InputSchema>;
  update: z.ZodLazy<InputSchema>;
  record: z.ZodLazy<z.ZodObject<Record<string, z.ZodType>>>;
  list: z.ZodLazy<InputSchema>;
  /** Returns the schema of a list query with other parameters than those of the list. */
  listWith(change: ListParameterChange): z.ZodLazy<InputSchema>;
  params: z.ZodType<Record<string, number>>;
}

/** Parameters to add to those of a list, and names of parameters to omit. */
export interface ListParameterChange {
  add?: Readonly<Record<string, z.ZodType>>;
  omit?: readonly string[];
  /** Rejects unknown parameters. By default they are ignored. */
  isStrict?: boolean;
}

/** A schema that returns an input, whatever its fields are. */
export type InputSchema = z.ZodObject & z.ZodType<Input>;

/** Returns the schemas of the inputs and responses of a register. */
export function schemasOf(registers: Registers, register: Register): RegisterSchemas {
  return {
    create: z.lazy(() => createSchema(registers, register)),
    update: z.lazy(() => updateSchema(registers, register)),
    record: z.lazy(() => recordSchema(registers, register)),
    list: z.lazy(() => listQuery(registers, register)),
    listWith: (change) => z.lazy(() => listQuery(registers, register, change)),
    params: z.object({ [register.id]: idParam }),
  };
}

const createSchema = (registers: Registers, register: Register): InputSchema =>
  inputObject(register, { ...inputSchemasOf(registers, register), ...settable(register) });

function updateSchema(registers: Registers, register: Register): InputSchema {
  const fields = Object.entries(inputSchemasOf(registers, register, 'always'));
  const optional = Object.fromEntries(fields.map(([name, schema]) => [name, schema.optional()]));
  return inputObject(register, {
    ...optional,
    ifmodifieddate: instantSchema.optional(),
    ...settable(register),
  });
}

/** Returns the schema of an input. That of an asset accepts the fields which the plant has added. */
const inputObject = (register: Register, shape: Record<string, z.ZodType>): InputSchema =>
  hasAddedFields(register)
    ? acceptNames(shape, (name) => addedKeyOf(name) !== undefined)
    : (z.object(shape) as InputSchema);

function inputSchemasOf(
  registers: Registers,
  register: Register,
  when?: 'always',
): Record<string, z.ZodType> {
  const fields = Object.entries(allFieldsOf(registers, register)).filter(([, field]) =>
    when ? field.writable === when : field.writable !== 'never',
  );
  return Object.fromEntries(fields.map(([name, field]) => [name, inputSchema(field)]));
}

/** Returns the schemas of values that no field declares. */
function settable(register: Register): Record<string, z.ZodType> {
  // A retired record that extends an asset is reactivated through the asset.
  const isactive = isActivatable(register) && !register.asset && { isactive: z.boolean().optional() };
  return { ...isactive, ...(hasImportMode(register) && { createddate: stamp, modifieddate: stamp }) };
}

// The values are validated only in import mode. Otherwise a client may send back the whole record that it
// received.
const stamp = z
  .unknown()
  .optional()
  .meta({ type: 'string', format: 'date-time', description: 'Stored with X-Import-Mode: true.' });

/**
 * Reports whether a register supports `X-Import-Mode`: assets and registers that extend them, whose records
 * can come from another system.
 */
export const hasImportMode = (register: Register): boolean =>
  register.name === 'assets' || register.asset !== undefined;

function recordSchema(registers: Registers, register: Register): z.ZodObject<Record<string, z.ZodType>> {
  const shape: Record<string, z.ZodType> = { [register.id]: z.int() };
  if (register.asset) Object.assign(shape, { assetid: z.int(), assettypeid: z.int(), assettype: z.string() });
  for (const [name, field] of Object.entries(allFieldsOf(registers, register))) {
    const isAlone =
      field.signedIn || field.shownTo || field.personal || (field.place !== 'column' && field.alone);
    shape[name] = isAlone ? outputSchema(field).optional() : outputSchema(field);
    if (field.ref) {
      const shown = z.string().nullable();
      shape[registers.displayKey(name, field)] = field.personal ? shown.optional() : shown;
    }
  }
  if (isActivatable(register)) shape.isactive = z.boolean();
  return z
    .looseObject({ ...shape, createddate: z.iso.datetime(), modifieddate: z.iso.datetime() })
    .meta({ id: schemaNameOf(register) });
}

/** Returns the name of a record in the API document, without blanks and punctuation. */
export const schemaNameOf = ({ schemaName, one }: Register): string =>
  (schemaName ?? one).replace(/\W+/g, '');

function listQuery(
  registers: Registers,
  register: Register,
  { add, omit = [], isStrict = false }: ListParameterChange = {},
): InputSchema {
  const shape = { ...listParametersOf(registers, register), ...add };
  for (const name of omit) delete shape[name];
  const operators = groupFilterableFields(registers, register);
  return acceptNames(shape, isOperatorParameter, isStrict).meta({
    [OPERATOR_FIELDS]: operators,
    ...(hasAddedFields(register) && { [PARAMETER_PATTERN]: CUSTOM_FIELD_PATTERN }),
  }) as InputSchema;
}

function listParametersOf(registers: Registers, register: Register): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = register.unpaged ? {} : { ...pagingQuery };
  if (!register.unlisted) shape.search = searchQuery.optional();
  const fields = allFieldsOf(registers, register);
  shape.sort = z
    .string()
    .max(64)
    .optional()
    .meta({ enum: listSortsOf(registers, register) });
  shape.dir = z.enum(['asc', 'desc']).optional();
  Object.assign(shape, csvQuery, { columns: columnsQuery });
  if (isActivatable(register))
    shape.active = booleanParam.optional().meta({ description: 'false includes inactive records.' });
  Object.assign(shape, createFilterParams(fields));
  for (const [name, filter] of Object.entries(registers.listFilters(register)))
    for (const param of [name, ...(filter.aliases ?? [])])
      shape[param] = givenFilter(filter).meta({ description: filter.title });
  return shape;
}

/**
 * Returns the schema of an object with these fields that also accepts fields with certain names. Code that
 * knows the names validates their values: a schema for each would cost the start thousands of schemas. All
 * other fields are removed, or rejected if `isStrict`.
 */
export function acceptNames(
  shape: Record<string, z.ZodType>,
  isAccepted: (name: string) => boolean,
  isStrict = false,
): InputSchema {
  return z
    .object(shape)
    .catchall(z.unknown())
    .check(({ value, issues }) => {
      const unknown = Object.keys(value).filter((name) => !Object.hasOwn(shape, name) && !isAccepted(name));
      for (const name of unknown) delete value[name];
      if (isStrict && unknown.length > 0)
        issues.push({ code: 'unrecognized_keys', keys: unknown, input: value });
    }) as InputSchema;
}

/**
 * Returns the query parameters that filter a list by these fields. Adds `exact` if the filter of one of them
 * also matches the records below the given one.
 */
export function createFilterParams(fields: Readonly<Record<string, Field>>): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {};
  if (Object.values(fields).some(({ subtree }) => subtree))
    shape.exact = booleanParam.optional().meta({
      description: 'true: locations and business units match only themselves, without their children.',
    });
  for (const field of Object.values(fields))
    for (const param of field.filter ?? []) shape[param] = filterSchema(field.kind);
  return shape;
}

function givenFilter(filter: ListFilter): z.ZodType {
  if (filter.kind === 'select')
    return z.enum(Object.keys(filter.options) as [string, ...string[]]).optional();
  return filterSchema(filter.kind);
}

const filterSchema = (kind: string): z.ZodType => filters[kind] ?? filters.text!;

const wholeNumber = idParam.optional();
const filters: Record<string, z.ZodType> = {
  text: z.string().max(255).optional(),
  integer: wholeNumber,
  ref: wholeNumber,
  boolean: booleanParam.optional(),
  date: dateSchema.optional(),
};
