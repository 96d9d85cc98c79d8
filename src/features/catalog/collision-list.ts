import type { z } from 'zod';
import type { Actor } from '../../kit/actor.ts';
import type { Host } from '../../kit/host.ts';
import { Page } from '../../kit/http/page.ts';
import { ListColumns } from '../../kit/list/list-columns.ts';
import { readListPage } from '../../kit/list/list-page.ts';

const collisionColumns = new ListColumns({
  hasSearch: true,
  ids: ['d.collisionid'],
  sort: 'createddate',
  dir: 'desc',
  columns: {
    collisionid: { kind: 'number', operand: 'd.collisionid' },
    createddate: { kind: 'instant', operand: 'd.createddate', order: ['d.createddate'] },
    reason: { kind: 'text', operand: 'd.reason' },
  },
});

export const collisionListQuery = collisionColumns.createQuery({});

type Side = 'older' | 'newer';
type ListedCollision = { collisionid: number; createddate: string; reason: string } & {
  [Key in `${Side}assetid`]: number;
} & { [Key in `${Side}number`]: string } & { [Key in `${Side}name` | `${Side}serial`]: string | null };

/** Returns the SQL of the values of one of the two assets. */
const selectSide = (side: Side): string[] => [
  `d.${side}assetid`,
  `${side}.assetnumber AS ${side}number`,
  `${side}.name AS ${side}name`,
  `${side}.serialnumber AS ${side}serial`,
];

const toParty = (row: ListedCollision, side: Side) => ({
  assetid: row[`${side}assetid`],
  assetnumber: row[`${side}number`],
  name: row[`${side}name`],
  serialnumber: row[`${side}serial`],
});

/** Returns a page of the undecided collisions with both assets, the newest first by default. */
export function listOpenCollisions(host: Host, actor: Actor, query: z.output<typeof collisionListQuery>) {
  const { rows, pagination } = readListPage<ListedCollision>(
    host.db,
    collisionColumns,
    () => ({
      from: `assetcollisions d JOIN assets older ON older.assetid = d.olderassetid
        JOIN assets newer ON newer.assetid = d.newerassetid`,
      id: 'd.collisionid',
      extra: [...selectSide('older'), ...selectSide('newer')],
      conditions: [{ sql: 'd.same IS NULL', params: [] }],
    }),
    { query, actor },
  );
  const collisions = rows.map((row) => ({
    collisionid: row.collisionid,
    createddate: row.createddate,
    reason: row.reason,
    assets: [toParty(row, 'older'), toParty(row, 'newer')],
  }));
  return new Page(collisions, pagination);
}
