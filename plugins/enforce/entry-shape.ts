import { z } from 'zod';
import { entryFields } from './shapes.ts';

const own = {
  appid: z.int().positive().nullable().meta({ description: 'Application that the entry installs.' }),
  sortorder: z.int().min(0).max(1_000_000).meta({ description: 'Lowest first.' }),
  isenabled: z.boolean().meta({ description: 'Off: the entry is not published.' }),
};

const { Name, Type, ...others } = entryFields;
const mayBeNull = <T extends Record<string, z.ZodType>>(fields: T) =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.nullish()])) as {
    [K in keyof T]: z.ZodOptional<z.ZodNullable<T[K]>>;
  };

const optional = {
  ...mayBeNull(others),
  appid: own.appid.optional(),
  sortorder: own.sortorder.nullish(),
  isenabled: own.isenabled.nullish(),
};

/** Input of a new entry. */
export const entryInput = z.looseObject({ Name, Type, ...optional }).meta({ id: 'EnforceEntryToMake' });

/** Input of a change. It replaces the fields it contains; null removes a field. */
export const entryChange = z
  .looseObject({
    Name: Name.optional(),
    Type: Type.optional(),
    ...optional,
    ifmodifieddate: z.string().max(64).optional(),
  })
  .meta({ id: 'EnforceEntryChange' });
export type EntryInput = z.output<typeof entryChange>;

/** An entry of a draft: its fields as spelled in a manifest, and the data of its record. */
export const entryRecord = z
  .looseObject({
    entryid: z.int(),
    scopeid: z.int(),
    ...z.object(others).partial().shape,
    Name: z.string(),
    Type: z.string(),
    appid: own.appid,
    appname: z.string().nullable(),
    sortorder: z.int(),
    isenabled: z.boolean(),
    haspayload: z
      .boolean()
      .meta({ description: 'Whether the entry has the payload that it needs to be published.' }),
    createddate: z.iso.datetime(),
    modifieddate: z.iso.datetime(),
  })
  .meta({ id: 'EnforceEntry' });
export type EntryRecord = z.output<typeof entryRecord>;

/** Keys of the input or record of an entry that are not fields of a manifest. */
export const NOT_IN_MANIFEST: ReadonlySet<string> = new Set([
  'entryid',
  'scopeid',
  'appid',
  'appname',
  'sortorder',
  'isenabled',
  'haspayload',
  'filename',
  'createddate',
  'modifieddate',
  'ifmodifieddate',
]);
