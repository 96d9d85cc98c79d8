import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { hashSecret } from '../../../src/kit/minted-secret.ts';
import { definePlugin } from '../../../src/kit/plugin.ts';
import { HOUR } from '../../../test/support/clock.ts';
import { eventually } from '../../../test/support/receivers.ts';
import { PASSWORD, type Site, startSite } from '../../../test/support/site.ts';
import { plugins } from '../../index.ts';
import { createLink, isLinkLive, PATH, redeemLink } from './links.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

/** Returns the content of all files in the data directory. */
const onDisk = (data = site.data) =>
  readdirSync(data, { recursive: true, encoding: 'utf8' })
    .map((name) => join(data, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');

const logOfWrites = () => `${site.data}/millwright.db-wal`;
/** Waits until the appliance has emptied the write-ahead log, which happens shortly after a read. */
const waitForErasure = () =>
  eventually(
    () => !existsSync(logOfWrites()) || statSync(logOfWrites()).size === 0,
    'the log of writes is not emptied',
  );

/** Returns a ciphertext in which any part of twenty characters can be recognized. */
const createMarkedText = (name: string, length: number) =>
  `${name}--`.repeat(Math.ceil(length / name.length)).slice(0, length);

test('the data directory contains no ciphertext after it is read', async () => {
  const token = await createLink(site, createMarkedText('canarylarge', 128 * 1024));
  expect(onDisk()).toContain('canarylarge');
  await redeemLink(site.anonymous, token);
  await waitForErasure();
  expect(onDisk()).not.toContain('canarylarge');
});

test('the cleanup job overwrites an expired ciphertext', async () => {
  await createLink(site, createMarkedText('canaryold', 5000));
  site.clock.advance(HOUR);
  try {
    expect(onDisk()).toContain('canaryold');
    await site.app.host.scheduler.run('securesend.expired');
    await waitForErasure();
    expect(onDisk()).not.toContain('canaryold');
  } finally {
    site.admin = await site.anonymous.signIn('admin', PASSWORD);
  }
});

test('the data directory contains only unread ciphertexts when many are read in any order', async () => {
  const tokens = new Map<number, string>();
  for (let n = 10; n < 90; n++)
    tokens.set(n, await createLink(site, createMarkedText(`canarymany${n}`, 40 + ((n * 7919) % 6000)), 24));
  const gone = [...tokens.keys()]
    .filter((n) => n % 3 !== 0)
    .sort((a, b) => ((a * 31) % 83) - ((b * 31) % 83));
  for (const n of gone) await redeemLink(site.anonymous, tokens.get(n)!);
  await waitForErasure();
  const disk = onDisk();
  expect(gone.filter((n) => disk.includes(`canarymany${n}`))).toEqual([]);
  expect([...tokens.keys()].filter((n) => disk.includes(`canarymany${n}`))).toHaveLength(26);
});

test('a ciphertext that is deleted during a snapshot is overwritten when the snapshot is closed', async () => {
  const token = await createLink(site, createMarkedText('canaryread', 3000));
  const snapshot = site.app.host.db.snapshot();
  await redeemLink(site.anonymous, token);
  expect(site.app.host.db.truncateWal()).toBe(false);
  expect(onDisk()).toContain('canaryread');
  snapshot.close();
  expect(site.app.host.db.truncateWal()).toBe(true);
  expect(onDisk()).not.toContain('canaryread');
});

test('the next start erases a read ciphertext when the power fails right after the read', async () => {
  const token = await createLink(site, createMarkedText('canarypower', 9000));
  // An open snapshot delays the erasure until the data are copied.
  const snapshot = site.app.host.db.snapshot();
  await redeemLink(site.anonymous, token);
  const data = mkdtempSync(join(tmpdir(), 'millwright-power-'));
  for (const name of readdirSync(site.data))
    if (!name.endsWith('-shm')) cpSync(join(site.data, name), join(data, name), { recursive: true });
  snapshot.close();
  const isThere = () => onDisk(data).includes('canarypower');
  expect(isThere()).toBe(true);
  const next = await startSite({ data });
  await eventually(() => !isThere(), 'what was read is erased at the start');
  await next.stop();
  rmSync(data, { recursive: true });
});

test('logs, audit rows, errors, metrics and files contain no token or ciphertext', async () => {
  const canary = createMarkedText('canarystory', 600);
  const token = await createLink(site, canary);
  const other = await createLink(site, canary);
  const replies = [
    await site.anonymous.get(`${PATH}/${token}`),
    await site.anonymous.raw('GET', `/send/${token}`),
    await site.anonymous.raw('PUT', `${PATH}/${token}`),
    await site.anonymous.post(`${PATH}/${token}/redeem?t=${token}`, 'nonsense'),
    await redeemLink(site.anonymous, token),
    await site.admin.post(`${PATH}/${token}`, {}),
    await site.admin.post(PATH, { ciphertext: `${canary} `, expiryhours: 1 }),
    await site.admin.post(PATH, { ciphertext: canary, expiryhours: token }),
    await site.admin.get('/api/auditlogs?per_page=100'),
    await site.admin.get('/api/metrics'),
    await site.admin.get('/api/docs/openapi.json'),
  ].filter(({ data }) => !data?.ciphertext);
  const words = [
    replies.map(({ text, headers }) => text + inspect([...headers])),
    inspect(site.log, { depth: 9 }),
  ];
  for (const hidden of [token, other, hashSecret(token), hashSecret(other), 'canarystory'])
    expect([hidden, words.flat().some((text) => text.includes(hidden))]).toEqual([hidden, false]);
  // The other secret is still valid: its ciphertext is on the disk, but its token is not.
  expect(await isLinkLive(site.anonymous, other)).toBe(true);
  const tables = site.app.host.db.read((reader) => reader.all('SELECT details, entityid FROM auditlogs'));
  expect(inspect(tables, { maxArrayLength: null, depth: 9 })).not.toContain('canarystory');
  await waitForErasure();
  const disk = onDisk();
  expect([token, other].filter((hidden) => disk.includes(hidden))).toEqual([]);
  await redeemLink(site.anonymous, other);
  await waitForErasure();
  expect(onDisk()).not.toContain('canarystory');
});

test('the audit log records sender, creation and reading of a secret without undo', async () => {
  const token = await createLink(site, 'YXVkaXQ', 72);
  await redeemLink(site.anonymous, token);
  const [read, made] = (await site.admin.get('/api/auditlogs?per_page=2')).data;
  expect(made).toMatchObject({
    action: 'securesend.secret.created',
    username: 'admin',
    entitytype: 'secret',
  });
  expect(Object.keys(made.details).sort()).toEqual(['changes', 'expiresat', 'expiryhours']);
  expect(made.details).toMatchObject({ changes: {}, expiryhours: 72 });
  expect(read).toMatchObject({ action: 'securesend.secret.redeemed', username: 'anonymous' });
  expect(read.entityid).toBe(made.entityid);
  expect(read.details).toEqual({ changes: {} });
  for (const { auditlogid } of [read, made])
    expect((await site.admin.post(`/api/auditlogs/${auditlogid}/undo`)).status).toBe(409);
  expect(await isLinkLive(site.anonymous, token)).toBe(false);
});

test('an upgrade backup contains no ciphertext, and unread secrets stay readable', async () => {
  const data = mkdtempSync(join(tmpdir(), 'millwright-upgrade-'));
  const before = await startSite({ data });
  const token = await createLink(before, createMarkedText('canarycopy', 4000));
  await before.stop();
  const sql = 'CREATE TABLE later (laterid INTEGER PRIMARY KEY)';
  const later = definePlugin({
    id: 'later',
    title: 'Later',
    description: 'What a later version brings',
    migrations: [{ id: '0001_later', sql }],
  });
  const after = await startSite({ data, plugins: [...plugins, later] });
  try {
    const copies = readdirSync(join(data, 'backups'));
    expect(copies.filter((name) => name.endsWith('.db'))).toHaveLength(1);
    expect(copies.filter((name) => /-(wal|shm|journal)$/.test(name))).toEqual([]);
    for (const name of copies)
      expect(readFileSync(join(data, 'backups', name), 'latin1')).not.toContain('canarycopy');
    expect((await redeemLink(after.anonymous, token)).data.ciphertext).toContain('canarycopy');
  } finally {
    await after.stop();
  }
});
