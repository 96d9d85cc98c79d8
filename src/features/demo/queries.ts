import { and, count, desc, eq, isNull, sql } from 'drizzle-orm';
import { integer, sqliteTable, text } from '../../kit/data/columns.ts';
import { build, command, isSet, type Params, query } from '../../kit/data/query.ts';
import { files, mergednames } from '../../kit/tables.ts';
import { assets } from '../catalog/tables.ts';
import { customfields } from '../customfields/tables.ts';
import { demochanges, demoloads, demorecords, demouses } from './tables.ts';

/** The last ID that each table has assigned. SQLite maintains it. */
const sqlitesequence = sqliteTable('sqlite_sequence', { name: text().notNull(), seq: integer().notNull() });

type RowKey = { tablename: string; entityid: number };

export const lastLoad = query(() =>
  build
    .select({
      demoloadid: demoloads.demoloadid,
      startedby: demoloads.startedby,
      finisheddate: demoloads.finisheddate,
      createddate: demoloads.createddate,
    })
    .from(demoloads)
    .orderBy(desc(demoloads.demoloadid))
    .limit(1),
);

export const addLoad = command((params: Params<{ startedby: string; at: string }>) =>
  build.insert(demoloads).values({ startedby: params.startedby, createddate: params.at }),
);

/** Marks the running load as finished. */
export const finishLoad = command((params: Params<{ at: string }>) =>
  build.update(demoloads).set({ finisheddate: params.at }).where(isNull(demoloads.finisheddate)),
);

/** Marks the load as unfinished again, because its removal starts. */
export const reopenLoad = command(() => build.update(demoloads).set({ finisheddate: null }));

export const deleteLoads = command(() => build.delete(demoloads));

/** The row of the demo data with this table and ID. */
export const demoRecord = query((params: Params<RowKey>) =>
  build
    .select({ demorecordid: demorecords.demorecordid })
    .from(demorecords)
    .where(and(eq(demorecords.tablename, params.tablename), eq(demorecords.entityid, params.entityid))),
);

/** All rows of the demo data, the newest first. */
export const newestRecords = query(() =>
  build
    .select({ tablename: demorecords.tablename, entityid: demorecords.entityid })
    .from(demorecords)
    .orderBy(desc(demorecords.demorecordid)),
);

export const recordCount = query(() => build.select({ n: count().as('n') }).from(demorecords));

export const recordCountOf = query((params: Params<{ tablename: string }>) =>
  build
    .select({ n: count().as('n') })
    .from(demorecords)
    .where(eq(demorecords.tablename, params.tablename)),
);

export const addRecord = command((params: Params<RowKey>) =>
  build
    .insert(demorecords)
    .values({ tablename: params.tablename, entityid: params.entityid })
    .onConflictDoNothing(),
);

export const deleteRecord = command((params: Params<RowKey>) =>
  build
    .delete(demorecords)
    .where(and(eq(demorecords.tablename, params.tablename), eq(demorecords.entityid, params.entityid))),
);

export const deleteRecords = command(() => build.delete(demorecords));

export const addChange = command((params: Params<RowKey & { before: string; after: string }>) =>
  build.insert(demochanges).values({
    tablename: params.tablename,
    entityid: params.entityid,
    before: params.before,
    after: params.after,
  }),
);

/** All changes of other rows, the newest first. */
export const newestChanges = query(() =>
  build
    .select({
      tablename: demochanges.tablename,
      entityid: demochanges.entityid,
      before: demochanges.before,
      after: demochanges.after,
    })
    .from(demochanges)
    .orderBy(desc(demochanges.demochangeid)),
);

export const deleteChanges = command(() => build.delete(demochanges));

/** The rows of users that may refer to rows of the demo data. */
export const allUses = query(() =>
  build.select({ tablename: demouses.tablename, entityid: demouses.entityid }).from(demouses),
);

export const addUse = command((params: Params<RowKey>) =>
  build
    .insert(demouses)
    .values({ tablename: params.tablename, entityid: params.entityid })
    .onConflictDoNothing(),
);

export const deleteUses = command(() => build.delete(demouses));

/** The stored files of this name; the area is not part of a name that rows contain. */
export const storedFile = query((params: Params<{ filename: string }>) =>
  build.select({ fileid: files.fileid }).from(files).where(eq(files.filename, params.filename)),
);

export const fileById = query((params: Params<{ fileid: number }>) =>
  build
    .select({ area: files.area, filename: files.filename })
    .from(files)
    .where(eq(files.fileid, params.fileid)),
);

export const lastIds = query(() => build.select().from(sqlitesequence));

/** An asset that is not of the demo data, active or not. */
export const firstOwnAsset = query(() =>
  build
    .select({ assetnumber: assets.assetnumber })
    .from(assets)
    .leftJoin(demorecords, and(eq(demorecords.tablename, 'assets'), eq(demorecords.entityid, assets.assetid)))
    .where(isNull(demorecords.entityid))
    .limit(1),
);

/** A custom field that new assets must have. */
export const firstRequiredField = query(() =>
  build
    .select({ label: customfields.label })
    .from(customfields)
    .where(isSet(customfields.isrequired))
    .limit(1),
);

/** The records to which names of merged records of users refer. */
export const targetsOfOwnNames = query(() =>
  build
    .select({
      tablename: mergednames.tablename,
      entityid: sql<number>`${mergednames.recordid}`.as('entityid'),
    })
    .from(mergednames)
    .leftJoin(
      demorecords,
      and(eq(demorecords.tablename, 'mergednames'), eq(demorecords.entityid, mergednames.mergednameid)),
    )
    .where(isNull(demorecords.entityid)),
);
