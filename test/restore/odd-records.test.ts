import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plugins } from '../../plugins/index.ts';
import { listCoreFeatures } from '../../src/features/index.ts';
import { RecordReader } from '../../src/kit/restore/records.ts';
import { revocationRulesOf } from '../../src/kit/restore/table-rules.ts';
import { exportBackup, runRestore, withServedData } from './restoring.ts';

setDefaultTimeout(120_000);

const scratch = mkdtempSync(join(tmpdir(), 'millwright-odd-records-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const USER = { isactive: 1, passwordhash: 'x', issued: 0, mustchangepassword: 0, tokenepoch: 1 };
const BLOCK = { assetid: 7, reason: null, createddate: '2026-01-01T00:00:00.000Z' };

const reader = new RecordReader(revocationRulesOf([...listCoreFeatures(plugins), ...plugins]));
const fits = (tablename: string, state: unknown, key = '[7,"x"]') =>
  reader.read({
    applianceid: 'a',
    tablename,
    key,
    state: typeof state === 'string' ? state : JSON.stringify(state),
  }) !== undefined;

test('the record reader accepts states written by triggers, deletions and unknown tables', () => {
  expect(fits('users', USER)).toBe(true);
  expect(fits('users', null)).toBe(true);
  expect(fits('endpointblocks', BLOCK)).toBe(true);
  expect(fits('endpointpolicies', { isactive: 1, allowedactions: '["message"]' })).toBe(true);
  expect(fits('ofnobody', { a: 1 })).toBe(true);
});

test.each([
  ['users', '{not json'],
  ['users', [1, 2]],
  ['users', 5],
  ['users', { ...USER, tokenepoch: 'evil' }],
  ['users', { ...USER, passwordhash: null }],
  ['users', { ...USER, passwordhash: { a: 1 } }],
  ['users', { ...USER, username: 'evil' }],
  ['users', { tokenepoch: 1 }],
  ['endpointblocks', { ...BLOCK, createddate: 5 }],
  ['endpointblocks', { assetid: 7, reason: null }],
  ['endpointpolicies', { isactive: 1, allowedactions: 'all' }],
])('the record reader refuses an invalid state: %s %j', (tablename, state) => {
  expect(fits(tablename, state)).toBe(false);
});

test('the record reader refuses a key that is not a list', () => {
  expect(fits('users', null, 'x')).toBe(false);
});

test('a restore reports invalid revocation records and applies all others', async () => {
  const data = join(scratch, 'data');
  let file = '';
  let secret = '';
  await withServedData(data, async (site) => {
    const { data: token } = await site.admin.post('/api/apitokens', { name: 'ended' });
    secret = token.secret;
    const { data: role } = await site.admin.post('/api/users/roles', { rolename: 'gone', permissions: [] });
    file = await exportBackup(site, scratch, 'plain');
    await site.admin.delete(`/api/apitokens/${token.tokenid}`);
    await site.admin.delete(`/api/users/roles/${role.roleid}`);
    site.app.host.db.writeUnaudited((tx) => {
      for (const state of ['{not json', JSON.stringify({ ...USER, tokenepoch: 'evil' })])
        tx.runUnjournaled(
          "INSERT INTO lastingstates VALUES ('a', 'users', ?, ?)",
          `[1,"${state.length}"]`,
          state,
        );
    });
  });
  const { code, output } = await runRestore(file, '--data', data, '--replace');
  expect([code, output]).toEqual([
    0,
    expect.stringContaining('; the tables lastingstates of the previous data cannot be read'),
  ]);
  await withServedData(data, async (site) => {
    expect((await site.anonymous.bearer(secret).get('/api/apitokens')).status).toBe(401);
    const { data: log } = await site.admin.get('/api/auditlogs?action=backups.restored');
    expect(log[0].details).toMatchObject({ apitokens: 1, unread: ['lastingstates'] });
  });
});
