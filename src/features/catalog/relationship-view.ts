import type { Reader } from '../../kit/data/reader.ts';
import {
  peerOf,
  propagations,
  type Related,
  relationshipById,
  relationshipsOfAsset,
} from './relationship-queries.ts';

const flags = (row: Related) => ({
  ...row,
  isdirectional: row.isdirectional === 1,
  issingular: row.issingular === 1,
});

/** One relationship as it is served. */
export function relationshipRow(reader: Reader, id: number) {
  return flags(relationshipById.get(reader, { relationshipid: id })!);
}

/**
 * The relationships of an asset, seen from it. `effective` adds what it inherits: the printers of the machine
 * that it controls, the controller of its dual-path partner. An asset's own rows of a type override those that
 * it would inherit through a directional type.
 */
export function relationshipsOf(reader: Reader, assetid: number, effective: boolean) {
  const own = onePerPeer(
    relationshipsOfAsset.all(reader, { assetid }).map((row) => seenFrom(reader, row, assetid)),
  );
  return effective ? [...own, ...inherited(reader, assetid, own)] : own;
}

type Seen = ReturnType<typeof seenFrom>;

function seenFrom(reader: Reader, row: Related, assetid: number) {
  const out = row.sourceassetid === assetid;
  const other = out ? row.targetassetid : row.sourceassetid;
  const peer = peerOf.get(reader, { assetid: other })!;
  return { ...flags(row), direction: out ? 'out' : 'in', peer: { ...peer, isactive: peer.isactive === 1 } };
}

/** The asset through which another's tie is inherited. */
type Via = Pick<Seen['peer'], 'assetid' | 'assetnumber'> & Pick<Seen, 'relationshiptype'>;

/** A symmetric tie stored both ways is one entry. */
function onePerPeer(rows: Seen[]): Seen[] {
  const met = new Set<string>();
  return rows.filter((row) => {
    if (row.isdirectional) return true;
    const key = `${row.relationshiptypeid}/${row.peer.assetid}`;
    if (met.has(key)) return false;
    met.add(key);
    return true;
  });
}

function inherited(reader: Reader, assetid: number, own: Seen[]) {
  const rails = propagations.all(reader);
  const found: (Seen & { inheritedvia: Via })[] = [];
  for (const rail of rails) {
    const directional = rail.isdirectional === 1;
    const ownOfType = own.filter((row) => row.relationshiptypeid === rail.relationshiptypeid);
    if (directional && ownOfType.some((row) => row.direction === 'out')) continue;
    const through = own.filter(
      (row) => row.relationshiptypeid === rail.throughtypeid && (!directional || row.direction === 'out'),
    );
    for (const via of through) {
      for (const row of relationshipsOfAsset.all(reader, { assetid: via.peer.assetid })) {
        if (row.relationshiptypeid !== rail.relationshiptypeid) continue;
        const seen = seenFrom(reader, row, via.peer.assetid);
        const reaches = (!directional || seen.direction === 'out') && seen.peer.assetid !== assetid;
        const known = [...ownOfType, ...found].some(
          (other) =>
            other.relationshiptypeid === row.relationshiptypeid &&
            other.peer.assetid === seen.peer.assetid &&
            other.direction === seen.direction,
        );
        if (!reaches || known) continue;
        found.push({
          ...seen,
          inheritedvia: {
            assetid: via.peer.assetid,
            assetnumber: via.peer.assetnumber,
            relationshiptype: via.relationshiptype,
          },
        });
      }
    }
  }
  return found;
}
