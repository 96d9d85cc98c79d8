import type { z } from 'zod';
import type { Actor } from '../../kit/actor.ts';
import type { Host } from '../../kit/host.ts';
import { timeSortedById } from '../../kit/list/list-column.ts';
import { ListColumns } from '../../kit/list/list-columns.ts';
import { readListPage } from '../../kit/list/list-page.ts';
import { SNAPSHOT_REASONS, type snapshotRecord } from './schemas.ts';

const snapshotColumns = new ListColumns({
  hasSearch: true,
  ids: ['s.snapshotid'],
  sort: 'createddate',
  dir: 'desc',
  columns: {
    snapshotid: { kind: 'number', operand: 's.snapshotid' },
    name: { kind: 'text', operand: 's.name' },
    reason: { kind: 'choice', operand: 's.reason', options: SNAPSHOT_REASONS },
    levelid: { kind: 'ref', operand: 's.levelid' },
    level: { kind: 'text', operand: 'l.level' },
    positioncount: { kind: 'number', operand: 's.positioncount' },
    username: { kind: 'text', operand: 's.username' },
    createddate: timeSortedById('s.createddate', 's.snapshotid'),
  },
});

export const snapshotListQuery = snapshotColumns.createQuery({});

/** Returns a page of the snapshots, the newest first by default. */
export const listSnapshots = (host: Host, actor: Actor, query: z.output<typeof snapshotListQuery>) =>
  readListPage<z.output<typeof snapshotRecord>>(
    host.db,
    snapshotColumns,
    () => ({
      from: 'mapsnapshots s LEFT JOIN maplevels l ON l.levelid = s.levelid',
      id: 's.snapshotid',
    }),
    { query, actor },
  );
