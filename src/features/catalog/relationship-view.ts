import type { Reader, Row } from '../../kit/data/reader.ts';

interface Related extends Row {
  relationshipid: number;
  sourceassetid: number;
  targetassetid: number;
  relationshiptypeid: number;
  relationshiptype: string;
  isdirectional: number;
}

const SELECT = `SELECT r.relationshipid, r.sourceassetid, s.assetnumber AS sourceasset, r.targetassetid, d.assetnumber AS targetasset,
  r.relationshiptypeid, t.relationshiptype, t.color, t.isdirectional, t.issingular, r.notes, r.createddate, r.modifieddate
  FROM relationships r JOIN relationshiptypes t ON t.relationshiptypeid = r.relationshiptypeid
  JOIN assets s ON s.assetid = r.sourceassetid JOIN assets d ON d.assetid = r.targetassetid`;

const flags = (row: Related) => ({
  ...row,
  isdirectional: row.isdirectional === 1,
  issingular: row.issingular === 1,
});

/** One relationship as it is served. */
export function relationshipRow(reader: Reader, id: number) {
  return flags(reader.get<Related>(`${SELECT} WHERE r.relationshipid = ?`, id)!);
}

/**
 * The relationships of an asset, seen from it. `effective` adds what it inherits: the printers of the machine
 * that it controls, the controller of its dual-path partner. An asset's own rows of a type override those that
 * it would inherit through a directional type.
 */
export function relationshipsOf(reader: Reader, assetid: number, effective: boolean) {
  const own = onePerPeer(ownRows(reader, assetid).map((row) => seenFrom(reader, row, assetid)));
  return effective ? [...own, ...inherited(reader, assetid, own)] : own;
}

type Seen = ReturnType<typeof seenFrom>;

const ownRows = (reader: Reader, assetid: number) =>
  reader.all<Related>(
    `${SELECT} WHERE r.sourceassetid = ?1 OR r.targetassetid = ?1 ORDER BY t.relationshiptype, r.relationshipid`,
    assetid,
  );

function seenFrom(reader: Reader, row: Related, assetid: number) {
  const out = row.sourceassetid === assetid;
  const other = out ? row.targetassetid : row.sourceassetid;
  const peer = reader.get<{
    assetid: number;
    assetnumber: string;
    name: string | null;
    assettype: string;
    icon: string | null;
    isactive: number;
  }>(
    `SELECT a.assetid, a.assetnumber, a.name, y.assettype, y.icon, a.isactive FROM assets a
     JOIN assettypes y ON y.assettypeid = a.assettypeid WHERE a.assetid = ?`,
    other,
  )!;
  return { ...flags(row), direction: out ? 'out' : 'in', peer: { ...peer, isactive: peer.isactive === 1 } };
}

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
  const rails = reader.all<{ relationshiptypeid: number; throughtypeid: number; isdirectional: number }>(
    `SELECT p.relationshiptypeid, p.throughtypeid, t.isdirectional FROM relationshippropagations p
     JOIN relationshiptypes t ON t.relationshiptypeid = p.throughtypeid ORDER BY p.propagationid`,
  );
  const found: (Seen & { inheritedvia: Row })[] = [];
  for (const rail of rails) {
    const directional = rail.isdirectional === 1;
    const ownOfType = own.filter((row) => row.relationshiptypeid === rail.relationshiptypeid);
    if (directional && ownOfType.some((row) => row.direction === 'out')) continue;
    const through = own.filter(
      (row) => row.relationshiptypeid === rail.throughtypeid && (!directional || row.direction === 'out'),
    );
    for (const via of through) {
      for (const row of ownRows(reader, via.peer.assetid)) {
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
