import { and, count, eq, getTableColumns, isNull, ne, or } from 'drizzle-orm';
import { build, isSet, type Params, query, type RowOf } from '../../kit/data/query.ts';
import { isNamed } from '../../kit/data/same-name.ts';
import { assets } from '../catalog/tables.ts';
import { customfields, customvalues } from './tables.ts';

export const typeOfAsset = query((given: Params<{ assetid: number }>) =>
  build.select({ assettypeid: assets.assettypeid }).from(assets).where(eq(assets.assetid, given.assetid)),
);

/** The fields of an asset type in their order, each with the value of the asset. */
export const fieldsOfAsset = query((given: Params<{ assetid: number; assettypeid: number }>) =>
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
        eq(customvalues.assetid, given.assetid),
      ),
    )
    .where(or(eq(customfields.assettypeid, given.assettypeid), isNull(customfields.assettypeid)))
    .orderBy(customfields.sortorder, customfields.label, customfields.customfieldid),
);

export type FieldOfAsset = RowOf<typeof fieldsOfAsset>;

type Named = { fieldname: string; except: number };

const named = (given: Params<Named>) =>
  and(isNamed(customfields.fieldname, given.fieldname), ne(customfields.customfieldid, given.except));

export const otherOfName = query((given: Params<Named>) =>
  build.select({ customfieldid: customfields.customfieldid }).from(customfields).where(named(given)),
);

export const otherOfAllTypes = query((given: Params<Named>) =>
  build
    .select({ customfieldid: customfields.customfieldid })
    .from(customfields)
    .where(and(named(given), isNull(customfields.assettypeid))),
);

export const usesOfField = query((given: Params<{ customfieldid: number }>) =>
  build
    .select({ n: count().as('n') })
    .from(customvalues)
    .where(eq(customvalues.customfieldid, given.customfieldid)),
);

export const usesOfValue = query((given: Params<{ customfieldid: number; value: string }>) =>
  build
    .select({ n: count().as('n') })
    .from(customvalues)
    .where(and(eq(customvalues.customfieldid, given.customfieldid), eq(customvalues.value, given.value))),
);

export const searchableValues = query((given: Params<{ assetid: number }>) =>
  build
    .select({ value: customvalues.value })
    .from(customvalues)
    .innerJoin(customfields, eq(customfields.customfieldid, customvalues.customfieldid))
    .where(and(eq(customvalues.assetid, given.assetid), isSet(customfields.issearchable)))
    .orderBy(customvalues.customvalueid),
);

export const assetsWithField = query((given: Params<{ customfieldid: number }>) =>
  build
    .select({ assetid: customvalues.assetid })
    .from(customvalues)
    .where(eq(customvalues.customfieldid, given.customfieldid)),
);
