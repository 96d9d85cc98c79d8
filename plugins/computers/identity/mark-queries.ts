import { and, eq, ne, sql } from 'drizzle-orm';
import { build, command, type Params, query } from '../../../src/kit/data/query.ts';
import { identitymarks } from '../tables.ts';

/** A MAC address, or the name of a host or device. */
export type MarkKind = 'mac' | 'hostname';
/**
 * Owner of a marked value:
 * - `former`: the record, before other values replaced all of its own.
 * - `idle`: the record, whose last report contained other values but not this one.
 * - `weak`: the record or another computer, named by a report without serial number and UUID.
 * - `other`: another computer or device that was mistaken for the record.
 */
export type MarkOwner = 'former' | 'idle' | 'weak' | 'other';

/** Selects one value of a JSON list that is marked for the record with this owner. */
export const marksOf = query(
  (params: Params<{ assetid: number; kind: MarkKind; owner: MarkOwner; values: string }>) =>
    build
      .select({ value: identitymarks.value })
      .from(identitymarks)
      .where(and(isMarkedAs(params), eq(identitymarks.owner, params.owner)))
      .limit(1),
);

/** Values of a JSON list that are marked for the record, except those of other computers or devices. */
export const ownMarks = query((params: Params<{ assetid: number; kind: MarkKind; values: string }>) =>
  build
    .select({ value: identitymarks.value })
    .from(identitymarks)
    .where(and(isMarkedAs(params), ne(identitymarks.owner, 'other'))),
);

/** Selects one value that is marked as that of another computer or device. */
export const marksOfOthers = query((params: Params<{ assetid: number }>) =>
  build
    .select({ value: identitymarks.value })
    .from(identitymarks)
    .where(and(eq(identitymarks.assetid, params.assetid), eq(identitymarks.owner, 'other')))
    .limit(1),
);

const isMarkedAs = (params: Params<{ assetid: number; kind: MarkKind; values: string }>) =>
  and(
    eq(identitymarks.assetid, params.assetid),
    eq(identitymarks.kind, params.kind),
    sql`${identitymarks.value} IN (SELECT value FROM json_each(${params.values}))`,
  );

/** Deletes the marks of a record for the values in a JSON list. */
export const deleteMarks = command((params: Params<{ assetid: number; kind: MarkKind; values: string }>) =>
  build.delete(identitymarks).where(isMarkedAs(params)),
);

/** Marks a value for a record. A value that is already marked keeps its mark. */
export const addMark = command(
  (params: Params<{ assetid: number; kind: MarkKind; owner: MarkOwner; value: string }>) =>
    build
      .insert(identitymarks)
      .values({ assetid: params.assetid, kind: params.kind, owner: params.owner, value: params.value })
      .onConflictDoNothing(),
);

/** Deletes all but the newest marks of a record. */
export const deleteOldestMarks = command((params: Params<{ assetid: number; most: number }>) =>
  build
    .delete(identitymarks)
    .where(
      sql`${identitymarks.identitymarkid} IN (SELECT identitymarkid FROM identitymarks WHERE assetid = ${params.assetid} ORDER BY identitymarkid DESC LIMIT -1 OFFSET ${params.most})`,
    ),
);

/** Deletes every mark of a record, after a user decided that it and another record are the same. */
export const deleteAllMarks = command((params: Params<{ assetid: number }>) =>
  build.delete(identitymarks).where(eq(identitymarks.assetid, params.assetid)),
);
