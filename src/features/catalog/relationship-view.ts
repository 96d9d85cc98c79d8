import type { Reader } from '../../kit/data/reader.ts';
import { peerOf, propagations, type RelationshipRow, relationshipById } from './relationship-queries.ts';

const flags = (row: RelationshipRow) => ({
  ...row,
  isdirectional: row.isdirectional === 1,
  issingular: row.issingular === 1,
});

/** Returns one relationship in the form of the API. It must exist. */
export function readRelationship(reader: Reader, id: number) {
  return flags(relationshipById.get(reader, { relationshipid: id })!);
}

/**
 * Yields the relationships of an asset as seen from it. `effective` adds inherited ones: the printers of the
 * machine that a PC controls, the controller of a dual-path partner. Own outgoing rows of a type override
 * those that the asset would inherit through a directional type. `readRelationships` reads the relationships of one
 * asset.
 */
export function* listRelationships(
  reader: Reader,
  assetid: number,
  effective: boolean,
  readRelationships: RelationshipReader,
): Generator<RelationshipEnd> {
  const own: RelationshipEnd[] = [];
  const met = new Set<string>();
  for (const row of readRelationships(reader, { assetid })) {
    const seen = seenFrom(reader, row, assetid);
    // A symmetric relationship that is stored in both directions is returned once.
    if (!seen.isdirectional && isKnown(met, seen)) continue;
    own.push(seen);
    yield seen;
  }
  if (effective) yield* iterateInherited(reader, assetid, own, readRelationships);
}

/** Reads the relationships of one asset. */
export type RelationshipReader = (reader: Reader, asset: { assetid: number }) => Iterable<RelationshipRow>;

type RelationshipEnd = ReturnType<typeof seenFrom> & { inheritedvia?: Via };

function seenFrom(reader: Reader, row: RelationshipRow, assetid: number) {
  const out = row.sourceassetid === assetid;
  const other = out ? row.targetassetid : row.sourceassetid;
  const peer = peerOf.get(reader, { assetid: other })!;
  return { ...flags(row), direction: out ? 'out' : 'in', peer: { ...peer, isactive: peer.isactive === 1 } };
}

/** The asset through which a relationship is inherited. */
interface Via {
  assetid: number;
  assetnumber: string;
  relationshiptype: string;
}

/** Reports whether an equal relationship to the same asset was returned before, and records this one. */
function isKnown(
  met: Set<string>,
  { relationshiptypeid, direction, isdirectional, peer }: RelationshipEnd,
): boolean {
  const key = `${relationshiptypeid}/${isdirectional ? direction : ''}/${peer.assetid}`;
  const isMet = met.has(key);
  met.add(key);
  return isMet;
}

function* iterateInherited(
  reader: Reader,
  assetid: number,
  own: readonly RelationshipEnd[],
  readRelationships: RelationshipReader,
): Generator<RelationshipEnd> {
  const met = new Set<string>();
  for (const row of own) isKnown(met, row);
  for (const rail of propagations.all(reader)) {
    const directional = rail.isdirectional === 1;
    const overrides = (row: RelationshipEnd) =>
      row.relationshiptypeid === rail.relationshiptypeid && row.direction === 'out';
    if (directional && own.some(overrides)) continue;
    for (const via of own) {
      const leads =
        via.relationshiptypeid === rail.throughtypeid && (!directional || via.direction === 'out');
      if (leads)
        yield* listInheritedVia(
          reader,
          { assetid, via, type: rail.relationshiptypeid, directional },
          met,
          readRelationships,
        );
    }
  }
}

interface Rail {
  assetid: number;
  via: RelationshipEnd;
  type: number;
  directional: boolean;
}

/** Yields the relationships that are inherited through one relationship. */
function* listInheritedVia(
  reader: Reader,
  { assetid, via, type, directional }: Rail,
  met: Set<string>,
  readRelationships: RelationshipReader,
): Generator<RelationshipEnd> {
  const { assetid: from, assetnumber } = via.peer;
  for (const row of readRelationships(reader, { assetid: from })) {
    if (row.relationshiptypeid !== type) continue;
    const seen = seenFrom(reader, row, from);
    const reaches = (!directional || seen.direction === 'out') && seen.peer.assetid !== assetid;
    if (!reaches || isKnown(met, seen)) continue;
    yield { ...seen, inheritedvia: { assetid: from, assetnumber, relationshiptype: via.relationshiptype } };
  }
}
