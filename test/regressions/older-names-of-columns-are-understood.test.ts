import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runtime } from '#runtime';
import { plugins } from '../../plugins/index.ts';
import { chainsOf } from '../../src/app.ts';
import { migrate } from '../../src/kit/data/migrate.ts';
import type { ClientResponse } from '../support/client.ts';
import { importFile, rowOutcomesOf } from '../support/imports.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

/** Changes a database with SQL, and returns the rows of a query. */
function runSql(path: string, change: string, query = 'SELECT 1'): object[] {
  const sqlite = runtime.openSqlite(path);
  try {
    sqlite.exec(change);
    return sqlite.ask(query) as object[];
  } finally {
    sqlite.close();
  }
}

/** Gives the journal of a change the names that an older version wrote. */
function makeOlder(answer: ClientResponse): string {
  const id = answer.headers.get('x-audit-id')!;
  runSql(
    join(site.data, 'millwright.db'),
    `UPDATE auditjournal SET entries = replace(entries, '"eoldate"', '"endoflifedate"') WHERE auditlogid = ${id}`,
  );
  return id;
}

const createAsset = (assetnumber: string) =>
  site.admin.post('/api/assets', { assetnumber, assettypeid: 9, eoldate: '2030-01-01' });

test('a change of the end of life is shown and undone when an older version made it', async () => {
  const { data } = await createAsset('OLD-1');
  const id = makeOlder(await site.admin.put(`/api/assets/${data.assetid}`, { eoldate: '2031-01-01' }));
  const [change] = (await site.admin.get(`/api/auditlogs/${id}/changes`)).data;
  expect(change.fields).toMatchObject([{ field: 'eoldate', old: '2030-01-01', new: '2031-01-01' }]);
  expect((await site.admin.post(`/api/auditlogs/${id}/undo`)).status).toBe(200);
  expect((await site.admin.get(`/api/assets/${data.assetid}`)).data.eoldate).toBe('2030-01-01');
});

test('an asset is restored when an older version removed it', async () => {
  const created = await createAsset('OLD-2');
  const undone = await site.admin.post(`/api/auditlogs/${created.headers.get('x-audit-id')}/undo`);
  const id = makeOlder(undone);
  expect((await site.admin.post(`/api/auditlogs/${id}/undo`)).status).toBe(200);
  const { data } = await site.admin.get(`/api/assets/${created.data.assetid}`);
  expect([data.assetnumber, data.eoldate]).toEqual(['OLD-2', '2030-01-01']);
});

test('an import of an older version has the current names of fields, and its choices are remembered', async () => {
  const csv = 'Tag;Runs until;Bought from\nOLD-3;2032-01-01;Tool shop\nOLD-4;no date;Tool shop\n';
  const mapping = { Tag: 'assetnumber', 'Runs until': 'eoldate', 'Bought from': 'supplier' };
  const done = await importFile(site.admin, 'machines', csv, {
    dryrun: 'false',
    skiperrors: 'true',
    mapping: JSON.stringify(mapping),
    unknown: JSON.stringify({ 'Bought from': 'create' }),
  });
  expect(rowOutcomesOf(done)).toEqual(['add', 'error']);
  for (const column of ['mapping', 'choices', 'entries'])
    runSql(
      join(site.data, 'millwright.db'),
      `UPDATE importrows SET ${column} = replace(${column}, '"eoldate"', '"endoflifedate"')`,
    );
  const { data } = await site.admin.get(`/api/imports/${done.data.importid}`);
  expect(data.mapping['Runs until']).toBe('eoldate');
  expect(data.rows[0].changes.eoldate).toEqual([null, '2032-01-01']);
  expect(data.rows[1].errors[0]).toMatchObject({ column: 'Runs until', field: 'eoldate' });
  const again = await importFile(site.admin, 'machines', csv, {});
  expect(again.error.details.previous).toMatchObject({
    mapping: { 'Runs until': 'eoldate' },
    unknown: { 'Bought from': 'create' },
  });
});

test('an upgrade keeps saved views with the end of life, and custom fields with its older name', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'millwright-')), 'millwright.db');
  const chains = chainsOf(plugins);
  const older = chains.map((chain) => ({
    ...chain,
    migrations: chain.migrations.filter(({ id }) => chain.name !== 'core' || id < '0049'),
  }));
  migrate(path, older, () => new Date(0));
  runSql(
    path,
    `INSERT INTO savedviews (viewname, page, query, columns, createddate, modifieddate) VALUES ('Old', '/assets',
      '{"endoflifedate__gte":"2030-01-01","cf_endoflifedate":"x"}', '["endoflifedate","cf_endoflifedate"]', '', '')`,
  );
  migrate(path, chains, () => new Date(0));
  expect(runSql(path, 'SELECT 1', 'SELECT query, columns FROM savedviews')).toEqual([
    {
      query: '{"eoldate__gte":"2030-01-01","cf_endoflifedate":"x"}',
      columns: '["eoldate","cf_endoflifedate"]',
    },
  ]);
});
