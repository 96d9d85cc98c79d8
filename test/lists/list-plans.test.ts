import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Value } from '../../src/kit/data/reader.ts';
import { type Site, startSite } from '../support/site.ts';
import { fillLists } from './fill-lists.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await fillLists(site);
});
afterAll(() => site.stop());

/** Returns the plan of the statement that selects the IDs of a page. */
async function planOf(path: string): Promise<string[]> {
  const { db } = site.app.host;
  const seen: { sql: string; params: readonly Value[] }[] = [];
  const stop = db.listen((statement) => seen.push(statement));
  const { status } = await site.admin.get(path);
  stop();
  expect([path, status]).toEqual([path, 200]);
  const { sql, params } = seen.find((one) => /^SELECT \S+ AS id FROM .* LIMIT \? OFFSET \?$/s.test(one.sql))!;
  const plan = db.read((reader) => reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...params));
  return plan.map(({ detail }) => detail);
}

const SORTS_ROWS = 'USE TEMP B-TREE FOR ORDER BY';

test('lists that grow without limit sort no rows in their default order and with their default filters', async () => {
  for (const path of [
    '/api/auditlogs',
    '/api/auditlogs?dir=asc',
    '/api/auditlogs?userid=1',
    '/api/auditlogs?action=assets.asset.created',
    '/api/auditlogs?entitytype=asset&entityid=1',
    '/api/endpoints/commands',
    '/api/endpoints/commands?sort=createddate',
    '/api/endpoints/commands?state=failed',
    '/api/endpoints/commands?state__in=failed',
    '/api/endpoints/commands?action__in=message',
    '/api/endpoints/operator-reports',
    '/api/assets/1/history',
    '/api/map/unplaced',
  ])
    expect([path, (await planOf(path)).filter((line) => line === SORTS_ROWS)]).toEqual([path, []]);
});

test('an order without an index sorts the IDs of rows only', async () => {
  const { db } = site.app.host;
  const seen: string[] = [];
  const stop = db.listen(({ sql }) => seen.push(sql));
  await site.admin.get('/api/endpoints/commands?sort=output');
  stop();
  const sorting = seen.filter((sql) => sql.includes('FROM endpointcommands k') && sql.includes('LIMIT'));
  expect(sorting.map((sql) => sql.slice(0, sql.indexOf(' FROM')))).toEqual(['SELECT k.commandid AS id']);
});

test('the machine of a PC is found among the connections of that PC', async () => {
  for (const path of [
    '/api/endpoints?machinenumber__contains=M',
    '/api/endpoints?sort=machinenumber',
    '/api/endpoints?search=M-1',
  ]) {
    const plan = await planOf(path);
    const connections = plan.filter((line) => line.startsWith('SEARCH r '));
    expect([
      path,
      connections.length > 0,
      connections.filter((line) => !line.includes('sourceassetid=?')),
    ]).toEqual([path, true, []]);
  }
});
