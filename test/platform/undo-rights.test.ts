import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import type { Client } from '../support/client.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let assetid: number;
let editor: Client;
beforeAll(async () => {
  site = await startSite();
  editor = await site.userWith('assets.view', 'assets.edit', 'apitokens.create');
});
afterAll(() => site.stop());
let made = 0;
beforeEach(async () => {
  const body = { assetnumber: `U-${++made}`, assettypeid: 1, name: 'First' };
  assetid = (await site.admin.post('/api/assets', body)).data.assetid;
});

const rename = async (name: string) =>
  (await site.admin.put(`/api/assets/${assetid}`, { name })).headers.get('x-audit-id')!;
const nameNow = async () => (await site.admin.get(`/api/assets/${assetid}`)).data.name;
const undo = (by: Client, id: string | number | null) => by.post(`/api/auditlogs/${id}/undo`);

test('a user who may make a change may undo it and undo the undo', async () => {
  const change = await rename('Second');
  const back = await undo(editor, change);
  expect([back.status, await nameNow()]).toEqual([200, 'First']);
  expect((await undo(editor, back.headers.get('x-audit-id'))).status).toBe(200);
  expect(await nameNow()).toBe('Second');
});

test('a user who may not make a change gets 403 for its undo, and nothing changes', async () => {
  const change = await rename('Third');
  const other = await site.userWith('assets.view', 'assets.create');
  expect((await undo(other, change)).status).toBe(403);
  expect((await undo(site.anonymous, change)).status).toBe(401);
  expect((await undo(editor, 999_999)).status).toBe(403);
  expect(await nameNow()).toBe('Third');
});

test('a token undoes only changes within its scopes', async () => {
  const token = async (...scopes: string[]) =>
    site.anonymous.bearer((await editor.post('/api/apitokens', { name: 'undoer', scopes })).data.secret);
  const change = await rename('Fourth');
  expect((await undo(await token('assets.view'), change)).status).toBe(403);
  expect((await undo(await token('assets.edit'), change)).status).toBe(200);
  expect(await nameNow()).toBe('First');
});

test('only an admin undoes a change that no permission covers', async () => {
  const made = await editor.post('/api/savedviews', {
    viewname: 'Mine',
    page: '/vendors',
    query: {},
    columns: [],
  });
  expect([made.status, made.headers.get('x-audit-id')]).toEqual([201, null]);
  const [row] = (await site.admin.get('/api/auditlogs?action=savedviews.savedview.created')).data;
  expect((await undo(editor, row.auditlogid)).status).toBe(403);
  expect((await undo(site.admin, row.auditlogid)).status).toBe(200);
});

test('the history states for each change whether the caller can undo it', async () => {
  const change = Number(await rename('Fifth'));
  const rowFor = async (by: Client) =>
    (await by.get(`/api/assets/${assetid}/history`)).data.find(
      (row: { auditlogid: number }) => row.auditlogid === change,
    );
  expect([(await rowFor(editor)).undoable, (await rowFor(site.anonymous)).undoable]).toEqual([true, false]);
  await undo(editor, change);
  expect((await rowFor(editor)).undoable).toBe(false);
});
