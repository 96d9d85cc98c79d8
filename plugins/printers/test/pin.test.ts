import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../../../test/support/client.ts';
import { type Site, startSite } from '../../../test/support/site.ts';

const PIN = 'canary-90417';
let site: Site;
let printer: { printerid: number; assetid: number };
let editor: Client;
let others: [string, Client][];

beforeAll(async () => {
  site = await startSite();
  printer = (
    await site.admin.post('/api/printers', { assetnumber: 'PR-PIN', hostname: 'prn-lock', pin: PIN })
  ).data;
  editor = await site.userWith('printers.edit');
  const creator = await site.userWith('printers.create', 'printers.delete', 'assets.view', 'assets.edit');
  others = [
    ['an anonymous caller', site.anonymous],
    ['a user with printers.create', creator],
  ];
});
afterAll(() => site.stop());

test('a printer editor reads the PIN with the record', async () => {
  for (const path of [`${printer.printerid}`, `by-asset/${printer.assetid}`, 'lookup?fqdn=prn-lock'])
    expect((await editor.get(`/api/printers/${path}`)).data.pin).toBe(PIN);
  const changed = await editor.put(`/api/printers/${printer.printerid}`, { pin: `${PIN}-2` });
  expect(changed.data.pin).toBe(`${PIN}-2`);
  expect((await editor.put(`/api/printers/${printer.printerid}`, { pin: '********' })).data.pin).toBe(
    `${PIN}-2`,
  );
  expect((await site.admin.put(`/api/printers/${printer.printerid}`, { pin: PIN })).data.pin).toBe(PIN);
});

test('other callers get no PIN field in any response', async () => {
  for (const [who, client] of others) {
    for (const path of [
      `/api/printers/${printer.printerid}`,
      `/api/printers/by-asset/${printer.assetid}`,
      '/api/printers/lookup?fqdn=prn-lock',
      '/api/printers',
      '/api/printers?format=csv',
      `/api/assets/${printer.assetid}`,
      '/api/assets?include_type_data=true',
      '/api/registers',
    ]) {
      const answer = await client.get(path);
      expect([who, path, answer.status]).toEqual([who, path, 200]);
      expect([who, path, /"pin"|canary/.test(answer.text)]).toEqual([who, path, false]);
    }
  }
  const creator = others[1]![1];
  const made = await creator.post('/api/printers', { assetnumber: 'PR-PIN2', pin: `${PIN}-3` });
  expect([made.status, 'pin' in made.data]).toEqual([201, false]);
});

test('audit rows, history, search, list and CSV do not contain the PIN for an admin', async () => {
  for (const path of [
    '/api/auditlogs?per_page=100',
    `/api/assets/${printer.assetid}/history`,
    `/api/search?q=${PIN}`,
    `/api/printers?search=${PIN}`,
    '/api/printers?format=csv',
    '/api/printers',
  ]) {
    const answer = await site.admin.get(path);
    expect([path, answer.status, answer.text.includes(PIN)]).toEqual([path, 200, false]);
  }
  const stored = site.app.host.db.read((reader) => reader.value<string>('SELECT pin FROM printers'));
  expect(stored).not.toContain(PIN);
});

test('an import sets the PIN, and no response repeats it', async () => {
  const form = new FormData();
  form.set('target', 'Printer');
  form.set('dryrun', 'false');
  form.set('file', new File([`assetnumber,hostname,pin\nPR-IMP,prn-imp,${PIN}-4\n`], 'printers.csv'));
  const imported = await site.admin.upload('/api/imports', form);
  expect([imported.status < 300, imported.text.includes(PIN)]).toEqual([true, false]);
  const looked = await editor.get('/api/printers/lookup?fqdn=prn-imp');
  expect(looked.data.pin).toBe(`${PIN}-4`);
  for (const path of [
    '/api/auditlogs?per_page=100',
    '/api/imports',
    `/api/assets/${looked.data.assetid}/history`,
  ])
    expect([path, (await site.admin.get(path)).text.includes(PIN)]).toEqual([path, false]);
});

test('an undo restores the previous PIN', async () => {
  const changed = await editor.put(`/api/printers/${printer.printerid}`, { pin: 'other' });
  const log = (await site.admin.get('/api/auditlogs?per_page=1')).data[0];
  expect(changed.data.pin).toBe('other');
  expect((await editor.post(`/api/auditlogs/${log.auditlogid}/undo`)).status).toBe(200);
  expect((await editor.get(`/api/printers/${printer.printerid}`)).data.pin).toBe(PIN);
});
