import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runtime } from '#runtime';
import type { Tx } from '../../src/kit/data/tx.ts';
import { importFile, rowOutcomesOf } from '../support/imports.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../support/site.ts';

const AT = '2026-01-01T00:00:00.000Z';
const PASSWORDS = { müller: 'the first password', MÜLLER: 'the second password' };
const LOCKING = 5;

let site: Site;
let folder: string;

/** Inserts rows like an earlier version: names that differ in non-ASCII letter case, without folded names. */
function writeOlderRows(tx: Tx): void {
  for (const vendor of ['Müller', 'MÜLLER', 'Straße', 'STRASSE', 'Fällig', 'FÄLLIG', 'Einzeln'])
    tx.runUnjournaled(
      'INSERT INTO vendors (vendor, createddate, modifieddate) VALUES (?, ?, ?)',
      vendor,
      AT,
      AT,
    );
  const [vendorid, other] = ['Müller', 'Einzeln'].map((vendor) =>
    tx.value<number>('SELECT vendorid FROM vendors WHERE vendor = ?', vendor),
  );
  tx.runUnjournaled(
    `INSERT INTO mergednames (tablename, name, recordid, createddate, modifieddate) VALUES ('vendors', ?, ?, ?, ?)`,
    '["straßenbau gmbh"]',
    other!,
    AT,
    AT,
  );
  for (const [modelnumber, id] of [
    ['Größe', vendorid],
    ['GRÖSSE', other],
  ] as const)
    tx.runUnjournaled(
      'INSERT INTO models (modelnumber, vendorid, createddate, modifieddate) VALUES (?, ?, ?, ?)',
      modelnumber,
      id!,
      AT,
      AT,
    );
}

async function writeOlderUsers(older: Site): Promise<void> {
  const hashes = await Promise.all(
    Object.values(PASSWORDS).map((password) => runtime.hashPassword(password, { memory: 64, rounds: 1 })),
  );
  older.app.host.db.writeUnaudited((tx) => {
    for (const [n, username] of Object.keys(PASSWORDS).entries())
      tx.runUnjournaled(
        `INSERT INTO users (username, email, passwordhash, mustchangepassword, createddate, modifieddate) VALUES (?, ?, ?, 0, ?, ?)`,
        username,
        `m${n}@plant.example`,
        hashes[n]!,
        AT,
        AT,
      );
  });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'older-names-'));
  const older = await startSite({ data: folder });
  older.app.host.db.writeUnaudited(writeOlderRows);
  await writeOlderUsers(older);
  older.app.host.db.writeUnaudited((tx) =>
    tx.runUnjournaled("INSERT INTO starttasks (task) VALUES ('names')"),
  );
  await older.stop();
  // Trusts one proxy, because sign-ins are rate limited by address.
  site = await startSite({ data: folder, config: { trustedProxies: 1 } });
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

let callers = 0;
const statusOf = async (username: string, password: string) => {
  const caller = site.anonymous.with({ 'x-forwarded-for': `198.51.100.${++callers}` });
  const { status, error } = await caller.post('/api/auth/login', { username, password });
  return status === 200 ? 200 : error.code;
};
const idOf = async (vendor: string): Promise<number> => {
  const { data } = await site.admin.get('/api/vendors?per_page=500');
  return data.find((row: { vendor: string }) => row.vendor === vendor).vendorid;
};

test('the duplicates list contains records that differ only in letter case', async () => {
  const { data, meta } = await site.admin.get('/api/duplicates');
  const [first, second] = [await idOf('Müller'), await idOf('MÜLLER')];
  expect(data).toContainEqual({
    register: 'vendors',
    key: 'müller',
    ids: [first, second],
    names: ['Müller', 'MÜLLER'],
  });
  expect(data).toContainEqual({
    register: 'vendors',
    key: 'strasse',
    ids: [await idOf('Straße'), await idOf('STRASSE')],
    names: ['Straße', 'STRASSE'],
  });
  const keys = data.map(({ register, key }: { register: string; key: string }) => `${register} ${key}`);
  expect(keys).toContain('users müller');
  expect(keys.filter((key: string) => key.startsWith('models'))).toEqual([]);
  expect(meta.pagination.total).toBe(data.length);
  const page = await site.admin.get('/api/duplicates?page=2&per_page=1');
  expect(page.data).toEqual([data[1]]);
});

test('a duplicate can be edited and cannot take the name of another record', async () => {
  const path = `/api/vendors/${await idOf('MÜLLER')}`;
  expect((await site.admin.put(path, { website: 'https://m.example' })).status).toBe(200);
  expect((await site.admin.put(path, { vendor: 'MÜLLER', notes: 'same name' })).status).toBe(200);
  expect((await site.admin.put(path, { vendor: 'Müller' })).status).toBe(409);
  expect((await site.admin.put(path, { vendor: 'EINZELN' })).status).toBe(409);
});

test('a report and an import match a duplicate by its exact spelling', async () => {
  const collector = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
  for (const [n, vendor] of ['Müller', 'MÜLLER'].entries()) {
    await collector.post('/api/collector/computers', {
      records: [{ hostname: `TWIN-${n}`, serialnumber: `TWIN-${n}`, manufacturer: vendor, model: 'M' }],
    });
    const [pc] = (await site.admin.get(`/api/computers?search=TWIN-${n}`)).data;
    expect(pc.vendorid).toBe(await idOf(vendor));
    const content = `Asset number,Vendor\nBY-FILE-${n},${vendor}\n`;
    const made = await importFile(site.admin, 'Machine', content, { dryrun: 'false' });
    expect(rowOutcomesOf(made)).toEqual(['add']);
    const [machine] = (await site.admin.get(`/api/machines?assetnumber=BY-FILE-${n}`)).data;
    expect(machine.vendorid).toBe(await idOf(vendor));
  }
  const unclear = await importFile(site.admin, 'Machine', 'Asset number,Vendor\nBY-FILE-3,MüLLER\n');
  expect(rowOutcomesOf(unclear)).toEqual(['error']);
});

test('a report finds the merged record by the previous name in any letter case', async () => {
  const collector = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
  const record = { hostname: 'MERGED', serialnumber: 'MERGED', manufacturer: 'STRASSENBAU GMBH', model: 'S' };
  expect((await collector.post('/api/collector/computers', { records: [record] })).data.created).toBe(1);
  const [pc] = (await site.admin.get('/api/computers?search=MERGED')).data;
  expect(pc.vendorid).toBe(await idOf('Einzeln'));
});

test('the import skips the rows of an exported list of duplicates', async () => {
  const exported = await site.admin.get('/api/vendors?format=csv&per_page=500');
  const outcomes = rowOutcomesOf(await importFile(site.admin, 'vendors', exported.text));
  expect(outcomes.length).toBeGreaterThan(4);
  expect(new Set(outcomes)).toEqual(new Set(['skip']));
});

test('an import does not merge rows whose names are those of two records', async () => {
  const csv =
    'vendor,website\nStraße,https://s.example\nSTRASSE,https://s.example\nstrasse,https://s.example\n';
  const dry = await importFile(site.admin, 'vendors', csv);
  expect([dry.data.duplicates, rowOutcomesOf(dry)]).toEqual([0, ['update', 'update', 'error']]);
});

test('each of two accounts signs in with its exact spelling and is locked separately', async () => {
  for (const [username, password] of Object.entries(PASSWORDS)) {
    expect([username, await statusOf(username, password)]).toEqual([username, 200]);
    expect([username, await statusOf(username.normalize('NFD'), password)]).toEqual([username, 200]);
  }
  for (let n = 0; n < LOCKING + 2; n++)
    expect(await statusOf('Müller', PASSWORDS.müller)).toBe('INVALID_LOGIN');
  expect(await statusOf('müller', PASSWORDS.müller)).toBe(200);
  for (let n = 0; n < LOCKING; n++) expect(await statusOf('MÜLLER', 'wrong')).toBe('INVALID_LOGIN');
  expect(await statusOf('MÜLLER', PASSWORDS.MÜLLER)).toBe('ACCOUNT_LOCKED');
  expect(await statusOf('müller', PASSWORDS.müller)).toBe(200);
  expect(
    (
      await site.admin.post('/api/users', {
        username: 'mÜller',
        email: 'm3@plant.example',
        password: 'a third password',
      })
    ).status,
  ).toBe(409);
});

test('failed sign-ins count for all spellings of one user name, registered or not', async () => {
  const made = await site.admin.post('/api/users', {
    username: 'Jörg',
    email: 'joerg@plant.example',
    password: 'right password',
    mustchangepassword: false,
  });
  expect(made.status).toBe(201);
  for (const spellings of [
    ['JÖRG', 'jörg', 'Jörg', 'jÖRG', 'JöRG'],
    ['NIEMÄND', 'niemänd', 'Niemänd', 'nIEMÄND', 'NIEMäND'],
  ]) {
    for (const username of spellings) expect(await statusOf(username, 'wrong')).toBe('INVALID_LOGIN');
    expect(await statusOf(spellings[0]!.toLowerCase(), 'right password')).toBe('ACCOUNT_LOCKED');
  }
  const unlocked = await site.admin.put(`/api/users/${made.data.userid}`, { unlock: true });
  expect(unlocked.status).toBe(200);
  expect(await statusOf('JÖRG', 'right password')).toBe(200);
});

test('a merge of two duplicates merges their models, and an undo restores both', async () => {
  const [kept, gone] = [await idOf('Fällig'), await idOf('FÄLLIG')];
  for (const [modelnumber, vendorid] of [
    ['Prüfling', kept],
    ['PRÜFLING', gone],
  ] as const)
    expect((await site.admin.post('/api/models', { modelnumber, vendorid })).status).toBe(201);
  const merged = await site.admin.post(`/api/vendors/${gone}/merge`, { into: kept, dryrun: false });
  expect(merged.status).toBe(200);
  const models = async () => (await site.admin.get('/api/models?search=prüfling')).data;
  expect((await models()).map((row: { vendorid: number }) => row.vendorid)).toEqual([kept]);
  const keysNow = async () =>
    (await site.admin.get('/api/duplicates')).data.map(({ key }: { key: string }) => key);
  expect(await keysNow()).not.toContain('fällig');
  const [row] = (await site.admin.get('/api/auditlogs?action=catalog.vendor.merged')).data;
  const undone = await site.admin.post(`/api/auditlogs/${row.auditlogid}/undo`);
  expect([undone.status, undone.error?.message]).toEqual([200, undefined]);
  expect(await keysNow()).toContain('fällig');
  expect(await models()).toHaveLength(2);
});
