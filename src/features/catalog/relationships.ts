import { z } from 'zod';
import type { Reader } from '../../kit/data/reader.ts';
import type { Tx, WriteContext } from '../../kit/data/tx.ts';
import { AppError, invalid, notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import { booleanParam, idParam } from '../../kit/http/paging.ts';
import type { TimeSlice } from '../../kit/time-slice.ts';
import { describeConnection } from './listed-rows.ts';
import { existingAsset } from './queries.ts';
import {
  dualPathsOf,
  firstRelationshipsOfAsset,
  relationBetween,
  relationFrom,
  relationshipCount,
  relationshipsOfAsset,
} from './relationship-queries.ts';
import { listRelationships, type RelationshipReader, readRelationship } from './relationship-view.ts';
import { MAX_SEEN_RELATIONSHIPS } from './row-limits.ts';
import { assets, type RelationshipType, relationships, relationshiptypes } from './tables.ts';

const newRelationship = z.object({
  sourceassetid: z.int().positive(),
  targetassetid: z.int().positive(),
  relationshiptypeid: z.int().positive(),
  notes: z.string().max(65_536).nullable().optional(),
});

const peer = z.object({
  assetid: z.int(),
  assetnumber: z.string(),
  name: z.string().nullable(),
  assettype: z.string(),
  icon: z.string().nullable(),
  isactive: z.boolean(),
});
const record = z
  .looseObject({
    relationshipid: z.int(),
    sourceassetid: z.int(),
    sourceasset: z.string(),
    targetassetid: z.int(),
    targetasset: z.string(),
    relationshiptypeid: z.int(),
    relationshiptype: z.string(),
    isdirectional: z.boolean(),
    notes: z.string().nullable(),
    createddate: z.iso.datetime(),
    modifieddate: z.iso.datetime(),
  })
  .meta({ id: 'Relationship' });
const seen = record.extend({
  direction: z.enum(['out', 'in']),
  peer,
  inheritedvia: z
    .object({ assetid: z.int(), assetnumber: z.string(), relationshiptype: z.string() })
    .optional(),
});
export type AssetRelationship = z.output<typeof seen>;

/** Creates the routes to list, add and remove relationships between assets. */
export function relationshipRoutes(host: Host): readonly Api[] {
  const access = { can: 'assets.edit' };
  return [
    api('/api/assets')
      .get(
        '/:assetid/relationships',
        ({ call, params, query }) => {
          if (!host.db.read((reader) => existingAsset.get(reader, params))) throw notFound('Asset');
          return seenOf(host, call.createTimeSlice(), params.assetid, query.effective ?? false);
        },
        routeOptions({
          access: 'optional',
          summary: 'List the relationships of an asset',
          params: z.object({ assetid: idParam }),
          query: z.object({ effective: booleanParam.optional() }),
          responseSchema: seen.array().max(MAX_SEEN_RELATIONSHIPS),
        }),
      )
      .post(
        '/relationships',
        ({ call: { context }, body }) => {
          const made = relate(host, context, body);
          return host.db.read((reader) => ({
            ...readRelationship(reader, made.id),
            mirrored: made.mirrored.map((id) => readRelationship(reader, id)),
            replaced: made.replaced,
          }));
        },
        routeOptions({
          access,
          summary: 'Add a relationship between two assets',
          body: newRelationship,
          responseSchema: record,
          status: 201,
        }),
      )
      .delete(
        '/relationships/:relationshipid',
        ({ call: { context }, params }) => {
          unrelate(host, context, params.relationshipid);
          return { deleted: params.relationshipid };
        },
        routeOptions({
          access,
          summary: 'Remove a relationship between two assets',
          params: z.object({ relationshipid: idParam }),
        }),
      ),
  ];
}

/** Number of relationships that are read in one go. Longer lists are read from a snapshot in time slices. */
const MAX_READ_AT_ONCE = 100;

/**
 * Returns the relationships; undefined when they, or those of an asset involved, exceed `MAX_READ_AT_ONCE`.
 */
function fewSeenOf(reader: Reader, assetid: number, effective: boolean) {
  let isFew = true;
  const firstOf: RelationshipReader = (within, asset) => {
    const rows = firstRelationshipsOfAsset.all(within, { ...asset, most: MAX_READ_AT_ONCE + 1 });
    isFew &&= rows.length <= MAX_READ_AT_ONCE;
    return rows;
  };
  const rows = [...listRelationships(reader, assetid, effective, firstOf).take(MAX_READ_AT_ONCE + 1)];
  return isFew && rows.length <= MAX_READ_AT_ONCE ? rows : undefined;
}

/**
 * Counts the connections that the page of an asset lists, with those that it inherits. Beyond
 * `MAX_READ_AT_ONCE`, it counts only its own.
 */
export const countRelationships = (reader: Reader, assetid: number): number =>
  fewSeenOf(reader, assetid, true)?.length ?? relationshipCount.get(reader, { assetid })!.n;

async function seenOf(host: Host, turn: TimeSlice, assetid: number, effective: boolean) {
  const few = host.db.read((reader) => fewSeenOf(reader, assetid, effective));
  if (few) return few;
  const { reader, close } = host.db.snapshot();
  try {
    const rows = [];
    for (const row of listRelationships(reader, assetid, effective, relationshipsOfAsset.iterate)) {
      if (rows.push(row) === MAX_SEEN_RELATIONSHIPS) break;
      if (turn.isOver) await turn.next();
    }
    return rows;
  } finally {
    close();
  }
}

type Relation = z.output<typeof newRelationship>;

/**
 * Relates two assets. A relationship of a singular type replaces that of the source. Relating a controller to
 * a bay of a dual-path machine also relates it to the other bays.
 */
function relate(
  host: Host,
  context: WriteContext,
  input: Relation,
): { id: number; mirrored: number[]; replaced: number | null } {
  return host.db.transact(context, 'catalog.relationship.created', (tx) => {
    const type = check(tx, input);
    const replaced = type.issingular === 1 ? replaceSingular(tx, input) : null;
    const id = tx.insert(relationships, { ...input, notes: input.notes ?? null });
    const mirrored = type.relationshiptype === 'controls' ? mirrorToPartners(tx, input) : [];
    const name = describeConnection(tx, input);
    tx.audit({ entitytype: 'relationship', entityid: id, details: { name, mirrored, replaced } });
    return { id, mirrored, replaced };
  }).value;
}

function check(tx: Tx, input: Relation): RelationshipType {
  const { sourceassetid, targetassetid, relationshiptypeid } = input;
  for (const field of ['sourceassetid', 'targetassetid'] as const) {
    if (!tx.row(assets, input[field])) throw invalid(field, `No asset has the ID ${input[field]}.`);
  }
  const type = tx.row(relationshiptypes, relationshiptypeid);
  if (!type) throw invalid('relationshiptypeid', `No connection type has the ID ${relationshiptypeid}.`);
  if (sourceassetid === targetassetid)
    throw invalid('targetassetid', 'An asset cannot be connected to itself.');
  const same = existingRelation(tx, sourceassetid, targetassetid, relationshiptypeid);
  const reverse =
    type.isdirectional === 0
      ? existingRelation(tx, targetassetid, sourceassetid, relationshiptypeid)
      : undefined;
  if (same ?? reverse)
    throw new AppError('CONFLICT', 'These two assets already have this connection.', {
      field: 'targetassetid',
    });
  return type;
}

const existingRelation = (tx: Tx, source: number, target: number, type: number) =>
  relationBetween.get(tx, { source, target, type })?.relationshipid;

function replaceSingular(tx: Tx, input: Relation): number | null {
  const { sourceassetid: source, relationshiptypeid: type } = input;
  const present = relationFrom.get(tx, { source, type })?.relationshipid;
  if (present) tx.delete(relationships, present);
  return present ?? null;
}

/** Returns the other bays of a dual-path machine. */
function partners(tx: Tx, assetid: number): number[] {
  return dualPathsOf
    .all(tx, { assetid })
    .map(({ sourceassetid, targetassetid }) => (sourceassetid === assetid ? targetassetid : sourceassetid));
}

function mirrorToPartners(tx: Tx, input: Relation): number[] {
  const made: number[] = [];
  for (const partner of partners(tx, input.targetassetid)) {
    const { sourceassetid, relationshiptypeid } = input;
    if (partner === sourceassetid || existingRelation(tx, sourceassetid, partner, relationshiptypeid))
      continue;
    made.push(
      tx.insert(relationships, {
        sourceassetid,
        targetassetid: partner,
        relationshiptypeid,
        notes: input.notes ?? null,
      }),
    );
  }
  return made;
}

/** Deletes a relationship. For a controller it also deletes the mirrored relationships to the other bays. */
function unrelate(host: Host, context: WriteContext, id: number): void {
  host.db.transact(context, 'catalog.relationship.deleted', (tx) => {
    const row = tx.row(relationships, id);
    if (!row) throw notFound('Connection');
    tx.delete(relationships, id);
    const type = tx.row(relationshiptypes, row.relationshiptypeid)!;
    if (type.relationshiptype === 'controls') {
      for (const partner of partners(tx, row.targetassetid)) {
        const twin = existingRelation(tx, row.sourceassetid, partner, row.relationshiptypeid);
        if (twin) tx.delete(relationships, twin);
      }
    }
    tx.audit({ entitytype: 'relationship', entityid: id, details: { name: describeConnection(tx, row) } });
  });
}
