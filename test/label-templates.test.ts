import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from './support/client.ts';
import { type Site, startSite } from './support/site.ts';

const PATH = '/api/labeltemplates';
let site: Site;
let keeper: Client;
let types: { assettypeid: number; assettype: string }[];
beforeAll(async () => {
  site = await startSite();
  keeper = await site.userWith('labels.manage');
  types = (await site.admin.get('/api/assets/types')).data;
});
afterAll(() => site.stop());

const make = (body: object) => keeper.post(PATH, body);
/** Undoes the change of a response and returns the status. */
const undo = async ({ headers }: { headers: Headers }): Promise<number> =>
  (await site.admin.post(`/api/auditlogs/${headers.get('x-audit-id')}/undo`)).status;
/** Returns the names of the default templates of an asset type. */
const defaultsOf = async (assettypeid: number): Promise<string[]> => {
  const { data } = await keeper.get(`${PATH}?assettypeid=${assettypeid}`);
  return (data as { templatename: string; isdefault: boolean }[])
    .filter(({ isdefault }) => isdefault)
    .map(({ templatename }) => templatename);
};

test('a template stores the appearance, the size and the asset type of labels', async () => {
  const body = { templatename: 'Cable flags', style: 'plain', format: 'datamatrix', width: 30, height: 15.5 };
  const made = await make({ ...body, assettypeid: types[0]!.assettypeid });
  expect([made.status, made.data]).toEqual([
    201,
    expect.objectContaining({
      ...body,
      assettypeid: types[0]!.assettypeid,
      isdefault: false,
      medium: 'roll',
    }),
  ]);
  expect((await keeper.get(`${PATH}?search=cable`)).data).toMatchObject([{ templatename: 'Cable flags' }]);
  expect((await keeper.get(`${PATH}?format=csv`)).text).toContain('Cable flags');
});

test('a template with only a name has the look of the default label', async () => {
  expect((await make({ templatename: 'Plain default' })).data).toMatchObject({
    assettypeid: null,
    style: 'card',
    format: 'qr',
    medium: 'roll',
    width: 62,
    height: 29,
  });
});

test('a second template with the name in other letter case returns 409', async () => {
  expect((await make({ templatename: 'Größe 62' })).status).toBe(201);
  const twin = await make({ templatename: 'GRÖSSE 62' });
  expect([twin.status, twin.error.details.field]).toEqual([409, 'templatename']);
});

test.each([
  [{ medium: 'roll', height: 250 }, 'height'],
  [{ medium: 'sheet', width: 70, columncount: 4 }, 'columncount'],
  [{ medium: 'sheet', width: 70, columncount: 2, marginleft: 80 }, 'columncount'],
  [{ medium: 'sheet', height: 50, rowcount: 6 }, 'rowcount'],
  [{ width: 5 }, 'width'],
  [{ format: 'aztec' }, 'format'],
  [{ assettypeid: 999_999 }, 'assettypeid'],
])('the template %j returns 400 with its field and stores nothing', async (body, field) => {
  const { status, error } = await make({ templatename: 'Refused', ...body });
  expect([status, error.details.issues?.[0].path ?? error.details.field]).toEqual([400, field]);
  expect((await keeper.get(`${PATH}?templatename=Refused&search=refused`)).data).toEqual([]);
});

test('a sheet with all its measures is stored, and a change that exceeds the paper returns 400', async () => {
  const sheet = { medium: 'sheet', width: 63.5, height: 38.1, columncount: 3, rowcount: 7 };
  const margins = { marginleft: 7.2, margintop: 15.15, columngap: 2.55, rowgap: 0 };
  const made = await make({ templatename: 'L7160', ...sheet, ...margins });
  expect(made.data).toMatchObject({ ...sheet, ...margins, paper: 'A4' });
  const path = `${PATH}/${made.data.labeltemplateid}`;
  expect((await keeper.put(path, { columncount: 4 })).status).toBe(400);
  expect((await keeper.put(path, { width: 70, columncount: null })).status).toBe(200);
  expect((await keeper.get(path)).data).toMatchObject({ width: 70, columncount: 1 });
});

test('a new default replaces the previous one of its asset type, and an undo restores it', async () => {
  const [, one, other] = types.map(({ assettypeid }) => assettypeid);
  await make({ templatename: 'Other type', assettypeid: other, isdefault: true });
  await make({ templatename: 'First default', assettypeid: one, isdefault: true });
  const second = (await make({ templatename: 'Second default', assettypeid: one })).data;
  expect(await defaultsOf(one!)).toEqual(['First default']);
  const changed = await site.admin.put(`${PATH}/${second.labeltemplateid}`, { isdefault: true });
  expect(await defaultsOf(one!)).toEqual(['Second default']);
  expect(await undo(changed)).toBe(200);
  expect(await defaultsOf(one!)).toEqual(['First default']);
  expect(await defaultsOf(other!)).toEqual(['Other type']);
});

test('an undone removal of a default does not replace the default that followed it', async () => {
  const type = types[3]!.assettypeid;
  const old = (await make({ templatename: 'Removed', assettypeid: type, isdefault: true })).data;
  const removed = await site.admin.delete(`${PATH}/${old.labeltemplateid}`);
  await make({ templatename: 'Successor', assettypeid: type, isdefault: true });
  expect(await undo(removed)).toBe(200);
  expect(await defaultsOf(type)).toEqual(['Successor']);
  expect((await keeper.get(`${PATH}/${old.labeltemplateid}`)).data).toMatchObject({
    templatename: 'Removed',
    isdefault: false,
  });
});

test('everybody reads templates, and a user without labels.manage changes none', async () => {
  const reader = await site.userWith('labels.print');
  const { labeltemplateid } = (await make({ templatename: 'Read by all' })).data;
  const path = `${PATH}/${labeltemplateid}`;
  expect((await site.anonymous.get(path)).data.templatename).toBe('Read by all');
  const refused = [
    await reader.post(PATH, { templatename: 'Mine' }),
    await reader.put(path, { width: 50 }),
    await reader.delete(path),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
  const [row] = (await site.admin.get('/api/auditlogs?action=labels.labeltemplate.created')).data;
  expect(row.username).toBe(keeper.session.user.username);
});
