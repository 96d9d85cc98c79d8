import { and, count, eq, getTableColumns, isNull, ne, or, sql } from 'drizzle-orm';
import { build, isSet, type Params, query, type RowOf } from '../../kit/data/query.ts';
import { isNamed } from '../../kit/data/same-name.ts';
import { assets, assettypes } from '../catalog/tables.ts';
import { customfields, customvalues } from './tables.ts';

export const typeOfAsset = query((params: Params<{ assetid: number }>) =>
  build.select({ assettypeid: assets.assettypeid }).from(assets).where(eq(assets.assetid, params.assetid)),
);

/**
 * The custom fields of an asset type, with those of all types, in their order. Each has the value of the
 * asset, or null.
 */
export const fieldsOfAsset = query((params: Params<{ assetid: number; assettypeid: number }>) =>
  build
    .select({
      ...getTableColumns(customfields),
      customvalueid: customvalues.customvalueid,
      value: customvalues.value,
    })
    .from(customfields)
    .leftJoin(
      customvalues,
      and(
        eq(customvalues.customfieldid, customfields.customfieldid),
        eq(customvalues.assetid, params.assetid),
      ),
    )
    .where(or(eq(customfields.assettypeid, params.assettypeid), isNull(customfields.assettypeid)))
    .orderBy(customfields.sortorder, customfields.labelsortkey, customfields.customfieldid),
);

export type FieldOfAsset = RowOf<typeof fieldsOfAsset>;

type NameParams = { fieldname: string; except: number };

const isSameName = (params: Params<NameParams>) =>
  and(isNamed(customfields.fieldname, params.fieldname), ne(customfields.customfieldid, params.except));

/** Another field with this name, of any asset type, except the field `except`; 0 excludes none. */
export const otherOfName = query((params: Params<NameParams>) =>
  build.select({ customfieldid: customfields.customfieldid }).from(customfields).where(isSameName(params)),
);

/** Another field with this name that belongs to all asset types. */
export const otherOfAllTypes = query((params: Params<NameParams>) =>
  build
    .select({ customfieldid: customfields.customfieldid })
    .from(customfields)
    .where(and(isSameName(params), isNull(customfields.assettypeid))),
);

/** Number of assets that have a value in a field. */
export const usesOfField = query((params: Params<{ customfieldid: number }>) =>
  build
    .select({ n: count().as('n') })
    .from(customvalues)
    .where(eq(customvalues.customfieldid, params.customfieldid)),
);

/** Number of assets that have this value in a field. */
export const usesOfValue = query((params: Params<{ customfieldid: number; value: string }>) =>
  build
    .select({ n: count().as('n') })
    .from(customvalues)
    .where(and(eq(customvalues.customfieldid, params.customfieldid), eq(customvalues.value, params.value))),
);

/** The custom fields with this name, of any asset type, in any letter case. */
export const fieldsNamed = query((params: Params<{ fieldname: string }>) =>
  build
    .select({
      customfieldid: customfields.customfieldid,
      label: customfields.label,
      fieldtype: customfields.fieldtype,
      options: customfields.options,
      assettypeid: customfields.assettypeid,
      assettype: assettypes.assettype,
    })
    .from(customfields)
    .leftJoin(assettypes, eq(assettypes.assettypeid, customfields.assettypeid))
    .where(isNamed(customfields.fieldname, params.fieldname)),
);

/** All custom fields in their order, each with the name of its asset type. */
export const fieldsWithType = query(() =>
  build
    .select({
      customfieldid: customfields.customfieldid,
      fieldname: customfields.fieldname,
      label: customfields.label,
      fieldtype: customfields.fieldtype,
      options: customfields.options,
      isrequired: customfields.isrequired,
      assettypeid: customfields.assettypeid,
      assettype: assettypes.assettype,
    })
    .from(customfields)
    .leftJoin(assettypes, eq(assettypes.assettypeid, customfields.assettypeid))
    .orderBy(customfields.sortorder, customfields.labelsortkey, customfields.customfieldid),
);

export type FieldWithType = RowOf<typeof fieldsWithType>;

/** Values of these assets in these fields. The parameters are JSON lists of IDs. */
export const valuesOfAssets = query((params: Params<{ assetids: string; fieldids: string }>) =>
  build
    .select({
      assetid: customvalues.assetid,
      customfieldid: customvalues.customfieldid,
      value: customvalues.value,
    })
    .from(customvalues)
    .where(
      and(
        sql`${customvalues.assetid} in (select value from json_each(${params.assetids}))`,
        // Without the plus sign, SQLite may read all values of the fields.
        sql`+${customvalues.customfieldid} in (select value from json_each(${params.fieldids}))`,
      ),
    ),
);

const searchKeyColumns = {
  customfieldid: customfields.customfieldid,
  fieldname: customfields.fieldname,
  label: customfields.label,
};

export const searchableFields = query(() =>
  build
    .select({ ...searchKeyColumns, fieldtype: customfields.fieldtype })
    .from(customfields)
    .where(isSet(customfields.issearchable)),
);

export const searchableValues = query((params: Params<{ assetid: number }>) =>
  build
    .select({ ...searchKeyColumns, value: customvalues.value })
    .from(customvalues)
    .innerJoin(customfields, eq(customfields.customfieldid, customvalues.customfieldid))
    .where(and(eq(customvalues.assetid, params.assetid), isSet(customfields.issearchable)))
    .orderBy(customvalues.customvalueid),
);

export const assetsWithField = query((params: Params<{ customfieldid: number }>) =>
  build
    .select({ assetid: customvalues.assetid })
    .from(customvalues)
    .where(eq(customvalues.customfieldid, params.customfieldid)),
);
