import type { Row } from '../../kit/data/reader.ts';
import type { Tx, WriteContext } from '../../kit/data/tx.ts';
import { invalid, notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import type { Page } from '../../kit/http/page.ts';
import { pageOf, pagingOf } from '../../kit/http/paging.ts';

interface SnapshotNote {
  name: string;
  reason: 'manual' | 'recalibration' | 'restore';
  /** Null for the whole plant. */
  levelid: number | null;
}

const PLACED = '(mapx IS NOT NULL OR mapy IS NOT NULL OR levelid IS NOT NULL OR mapverifiedat IS NOT NULL)';
const SELECT = `SELECT s.snapshotid, s.name, s.reason, s.levelid, l.level, s.positioncount, s.username, s.createddate
  FROM mapsnapshots s LEFT JOIN maplevels l ON l.levelid = s.levelid`;

/**
 * Saves positions, levels and review states as they are now. Outside the journal: undoing what came after keeps
 * the snapshot.
 */
export function takeSnapshot(tx: Tx, { name, reason, levelid }: SnapshotNote): number {
  const lastassetid = tx.value<number>('SELECT coalesce(max(assetid), 0) FROM assets') ?? 0;
  const snapshotid = tx.value<number>(
    `INSERT INTO mapsnapshots (name, reason, levelid, lastassetid, positioncount, username, createddate, modifieddate)
     VALUES (?, ?, ?, ?, 0, ?, ?, ?) RETURNING snapshotid`,
    name,
    reason,
    levelid,
    lastassetid,
    tx.context.actor.name,
    tx.at,
    tx.at,
  )!;
  const count = tx.run(
    `INSERT INTO mapsnapshotpositions (snapshotid, assetid, mapx, mapy, levelid, mapverifiedat)
     SELECT ?, assetid, mapx, mapy, levelid, mapverifiedat FROM assets WHERE ${levelid === null ? PLACED : 'levelid = ?'}`,
    snapshotid,
    ...(levelid === null ? [] : [levelid]),
  );
  tx.run('UPDATE mapsnapshots SET positioncount = ? WHERE snapshotid = ?', count, snapshotid);
  return snapshotid;
}

/** Newest first. */
export function listSnapshots(host: Host, query: { page?: number; per_page?: number }): Page<unknown> {
  const paging = pagingOf(query);
  return host.db.read((reader) => {
    const total = reader.value<number>('SELECT count(*) FROM mapsnapshots') ?? 0;
    const rows = reader.all<Row>(
      `${SELECT} ORDER BY s.snapshotid DESC LIMIT ? OFFSET ?`,
      paging.perpage,
      paging.offset,
    );
    return pageOf<unknown>(rows, total, paging);
  });
}

export function createSnapshot(
  host: Host,
  context: WriteContext,
  input: { name?: string | null; levelid?: number | null },
) {
  const levelid = input.levelid ?? null;
  return host.db.transact(context, (tx) => {
    if (levelid !== null && !tx.row('maplevels', levelid))
      throw invalid('levelid', `There is no map level with id ${levelid}.`);
    const snapshotid = takeSnapshot(tx, {
      name: input.name?.trim() || 'Snapshot',
      reason: 'manual',
      levelid,
    });
    tx.audit({ action: 'map.snapshot.created', entitytype: 'snapshot', entityid: snapshotid });
    return tx.get(`${SELECT} WHERE s.snapshotid = ?`, snapshotid);
  });
}

/**
 * Puts positions, levels and review states back as the snapshot has them, after a snapshot of the present. A level
 * that is gone since is unknown; assets that came after the snapshot stay where they are.
 */
export function restoreSnapshot(host: Host, context: WriteContext, snapshotid: number) {
  return host.db.transact(context, (tx) => {
    const snapshot = tx.row('mapsnapshots', snapshotid);
    if (!snapshot) throw notFound('Snapshot');
    const before = takeSnapshot(tx, {
      name: `Before restoring "${snapshot.name}"`.slice(0, 255),
      reason: 'restore',
      levelid: null,
    });
    const changed = [
      ...saved(tx, snapshotid),
      ...(snapshot.levelid === null ? placedSince(tx, snapshot) : []),
    ].filter(
      ({ assetid, ...position }) => tx.update('assets', assetid as number, position) !== undefined,
    ).length;
    tx.audit({
      action: 'map.snapshot.restored',
      entitytype: 'snapshot',
      entityid: null,
      details: { snapshotid, name: snapshot.name, changed, beforesnapshotid: before },
    });
    return { snapshotid, changed, beforesnapshotid: before };
  });
}

const saved = (tx: Tx, snapshotid: number): Row[] =>
  tx.all(
    `SELECT a.assetid, p.mapx, p.mapy, l.levelid, p.mapverifiedat FROM mapsnapshotpositions p JOIN assets a ON a.assetid = p.assetid
     LEFT JOIN maplevels l ON l.levelid = p.levelid WHERE p.snapshotid = ?`,
    snapshotid,
  );

/** Assets that were there, but on no map, when the whole plant was saved. */
const placedSince = (tx: Tx, snapshot: Row): Row[] =>
  tx.all(
    `SELECT assetid, NULL AS mapx, NULL AS mapy, NULL AS levelid, NULL AS mapverifiedat FROM assets WHERE assetid <= ? AND ${PLACED}
     AND assetid NOT IN (SELECT assetid FROM mapsnapshotpositions WHERE snapshotid = ?)`,
    snapshot.lastassetid!,
    snapshot.snapshotid!,
  );
