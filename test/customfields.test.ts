import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { type Site, startSite } from './support/site.ts';

let site: Site;
let phone: number;
let other: number;
beforeAll(async () => {
  site = await startSite();
  const types: { assettype: string; assettypeid: number }[] = (await site.anonymous.get('/api/assets/types'))
    .data;
  phone = types.find((type) => type.assettype === 'Phone')!.assettypeid;
  other = types.find((type) => type.assettype === 'Other')!.assettypeid;
});
afterAll(() => site.stop());

let made = 0;
let assetid: number;
beforeEach(async () => {
  const asset = await site.admin.post('/api/assets', { assetnumber: `CF-${++made}`, assettypeid: phone });
  assetid = asset.data.assetid;
});

const field = async (body: Record<string, unknown>) => {
  const answer = await site.admin.post('/api/customfields', {
    fieldname: `field${++made}`,
    assettypeid: phone,
    ...body,
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.data;
};
const put = (values: Record<string, unknown>, id = assetid) =>
  site.admin.put(`/api/assets/${id}/customfields`, { values });
const valueAt = async (fieldname: string) =>
  (await site.anonymous.get(`/api/assets/${assetid}/customfields`)).data.find(
    (row: { fieldname: string }) => row.fieldname === fieldname,
  )?.value;
const numbers = (answer: { data: { assetid: number }[] }) => answer.data.map((row) => row.assetid);

test('a custom field belongs to one asset type only and keeps its label', async () => {
  const box = await site.admin.post('/api/assets', { assetnumber: 'CF-other', assettypeid: other });
  const boxFields = async () =>
    (await site.anonymous.get(`/api/assets/${box.data.assetid}/customfields`)).data;
  const before = await boxFields();
  const made = await field({ fieldname: 'costcenter', label: 'Cost centre', sortorder: 3 });
  expect(made).toMatchObject({
    label: 'Cost centre',
    fieldtype: 'text',
    isrequired: false,
    assettype: 'Phone',
  });
  const rows = (await site.anonymous.get(`/api/assets/${assetid}/customfields`)).data;
  expect(rows.at(-1)).toMatchObject({
    fieldname: 'costcenter',
    label: 'Cost centre',
    fieldtype: 'text',
    value: null,
  });
  expect(await boxFields()).toEqual(before);
  expect((await site.anonymous.get('/api/assets/999999/customfields')).status).toBe(404);
});

test('a field name is unique in its asset type and among fields of all types, in any case', async () => {
  await field({ fieldname: 'imei' });
  const createField = (body: object) => site.admin.post('/api/customfields', { assettypeid: phone, ...body });
  expect((await createField({ fieldname: 'IMEI' })).error).toMatchObject({
    code: 'CONFLICT',
    details: { field: 'fieldname' },
  });
  expect((await createField({ fieldname: 'imei', assettypeid: other })).status).toBe(201);
  expect((await createField({ fieldname: 'imei', assettypeid: null })).status).toBe(409);
  const everywhere = await field({ fieldname: 'owner', assettypeid: null });
  expect(everywhere.label).toBe('owner');
  expect((await createField({ fieldname: 'Owner' })).status).toBe(409);
  await site.admin.delete(`/api/customfields/${everywhere.customfieldid}`);
});

test.each([
  ['text', 'Hall 3', 17],
  ['number', 12.5, '12.5'],
  ['date', '2026-01-31', '31.01.2026'],
  ['boolean', false, 'no'],
  ['select', 'gold', 'tin'],
  ['url', 'https://plant.example/x', 'javascript:alert(1)'],
])('a %s field stores a value of its type and refuses another', async (fieldtype, good, bad) => {
  const options = fieldtype === 'select' ? ['gold', 'silver'] : undefined;
  const { fieldname } = await field({ fieldtype, options });
  expect((await put({ [fieldname]: good })).status).toBe(200);
  expect(await valueAt(fieldname)).toBe(good);
  const refused = await put({ [fieldname]: bad });
  expect([refused.status, refused.error.details.issues[0].path]).toEqual([400, `values.${fieldname}`]);
  expect((await put({ [fieldname]: null })).status).toBe(200);
  expect(await valueAt(fieldname)).toBeNull();
});

test('a select field needs options', async () => {
  const answer = await site.admin.post('/api/customfields', {
    fieldname: 'grade',
    assettypeid: phone,
    fieldtype: 'select',
  });
  expect([answer.status, answer.error.details.issues[0].path]).toEqual([400, 'options']);
});

test('a change with an unknown field name sets no value and names the field', async () => {
  const { fieldname } = await field({});
  const answer = await put({ [fieldname]: 'x', nosuch: 'y' });
  expect([answer.status, answer.error.details.issues]).toEqual([
    400,
    [{ path: 'values.nosuch', message: expect.stringContaining('nosuch') }],
  ]);
  expect(await valueAt(fieldname)).toBeNull();
});

test('a required value can be changed and not cleared', async () => {
  const { fieldname } = await field({ isrequired: true });
  expect((await put({ [fieldname]: 'a' })).status).toBe(200);
  for (const empty of [null, '', '  ']) expect((await put({ [fieldname]: empty })).status).toBe(400);
  expect((await put({ [fieldname]: 'b' })).status).toBe(200);
  const { customfieldid } = (await site.admin.get(`/api/customfields?search=${fieldname}`)).data[0];
  await site.admin.put(`/api/customfields/${customfieldid}`, { isrequired: false });
});

test('a new asset needs the required fields of its type, but a change of others does not', async () => {
  const { fieldname, customfieldid } = await field({ isrequired: true, fieldtype: 'boolean' });
  const create = (values: object) =>
    site.admin.post('/api/assets', { assetnumber: `CF-${++made}`, assettypeid: phone, ...values });
  const refused = await create({});
  expect([refused.status, refused.error.details.issues]).toMatchObject([400, [{ path: `cf_${fieldname}` }]]);
  expect((await create({ [`cf_${fieldname}`]: false })).status).toBe(201);
  expect((await create({ assettypeid: other })).status).toBe(201);
  expect((await site.admin.put(`/api/assets/${assetid}`, { name: 'Same' })).status).toBe(200);
  await site.admin.put(`/api/customfields/${customfieldid}`, { isrequired: false });
});

test('a change of the type needs the required fields of the new type', async () => {
  const { fieldname, customfieldid } = await field({ isrequired: true });
  const ofAll = await field({ isrequired: false, assettypeid: null });
  const box = await site.admin.post('/api/assets', { assetnumber: `CF-${++made}`, assettypeid: other });
  await site.admin.put(`/api/customfields/${ofAll.customfieldid}`, { isrequired: true });
  const change = (values: object) => site.admin.put(`/api/assets/${box.data.assetid}`, values);
  const refused = await change({ assettypeid: phone, name: 'Moved' });
  expect([refused.status, refused.error.details.issues]).toEqual([
    400,
    [{ path: `cf_${fieldname}`, message: `${fieldname} is required.` }],
  ]);
  const unchanged = (await site.admin.get(`/api/assets/${box.data.assetid}`)).data;
  expect(unchanged).toMatchObject({ assettypeid: other, name: null });
  const done = await change({ assettypeid: phone, [`cf_${fieldname}`]: 'a' });
  expect([done.status, done.data]).toMatchObject([200, { assettypeid: phone, [`cf_${fieldname}`]: 'a' }]);
  for (const id of [customfieldid, ofAll.customfieldid])
    await site.admin.put(`/api/customfields/${id}`, { isrequired: false });
});

test('a bulk edit of the type names the assets without required values, in its dry run too', async () => {
  const { fieldname, customfieldid } = await field({ isrequired: true });
  const ids: number[] = [];
  // The dry run tries the edit on the first 100 assets only. The asset without a value is the last one.
  for (let n = 0; n < 102; n++) {
    const asset = { assetnumber: `CF-B${n}`, assettypeid: n < 100 ? phone : other, [`cf_${fieldname}`]: 'a' };
    if (n >= 100) delete asset[`cf_${fieldname}`];
    ids.push((await site.admin.post('/api/assets', asset)).data.assetid);
  }
  const edit = (changes: object, dryrun: boolean) =>
    site.admin.patch('/api/assets/bulk', { ids, changes, dryrun });
  for (const dryrun of [true, false]) {
    const refused = await edit({ assettypeid: phone }, dryrun);
    expect([refused.status, refused.error.details.issues]).toEqual([
      400,
      [
        {
          path: `changes.cf_${fieldname}`,
          message: `${fieldname} is required for 2 assets: CF-B100, CF-B101.`,
        },
      ],
    ]);
  }
  expect((await site.admin.get(`/api/assets/${ids.at(-1)}`)).data.assettypeid).toBe(other);
  const done = await edit({ assettypeid: phone, [`cf_${fieldname}`]: 'a' }, false);
  expect([done.status, done.data]).toEqual([200, { matched: 102, changed: 2 }]);
  await site.admin.put(`/api/customfields/${customfieldid}`, { isrequired: false });
});

test('setting values requires assets.edit, and creating fields requires settings.edit', async () => {
  const [viewer, editor] = [await site.userWith('assets.view'), await site.userWith('assets.edit')];
  expect((await viewer.put(`/api/assets/${assetid}/customfields`, { values: {} })).status).toBe(403);
  expect((await editor.put(`/api/assets/${assetid}/customfields`, { values: {} })).status).toBe(200);
  expect((await editor.post('/api/customfields', { fieldname: 'x' })).status).toBe(403);
});

test('a change writes one audit row and one row of the history and can be undone', async () => {
  const { fieldname } = await field({ fieldtype: 'number' });
  await put({ [fieldname]: 1 });
  const changed = await put({ [fieldname]: 2 });
  const auditid = changed.headers.get('x-audit-id');
  const [audit] = (await site.admin.get(`/api/auditlogs?entitytype=asset&entityid=${assetid}`)).data;
  expect(audit).toMatchObject({
    auditlogid: Number(auditid),
    action: 'customfields.value.updated',
    details: { changes: { [`custom.${fieldname}`]: [1, 2] } },
  });
  const history = await site.anonymous.get(`/api/assets/${assetid}/history`);
  expect(history.data[0]).toMatchObject({ field: `custom.${fieldname}`, old: 1, new: 2, username: 'admin' });
  expect(history.data[1]).toMatchObject({ field: `custom.${fieldname}`, old: null, new: 1 });
  expect((await site.admin.post(`/api/auditlogs/${auditid}/undo`)).status).toBe(200);
  expect(await valueAt(fieldname)).toBe(1);
});

test('a field with values cannot be deleted, change its type or lose an option in use', async () => {
  const { fieldname, customfieldid } = await field({ fieldtype: 'select', options: ['a', 'b'] });
  await put({ [fieldname]: 'a' });
  const path = `/api/customfields/${customfieldid}`;
  expect((await site.admin.delete(path)).error).toMatchObject({
    code: 'IN_USE',
    details: { references: { customvalues: 1 } },
  });
  expect((await site.admin.put(path, { fieldtype: 'text' })).error.code).toBe('IN_USE');
  expect((await site.admin.put(path, { options: ['b'] })).error.code).toBe('IN_USE');
  expect((await site.admin.put(path, { options: ['a', 'c'], label: 'Letter' })).status).toBe(200);
  await put({ [fieldname]: null });
  expect((await site.admin.delete(path)).data).toEqual({ deleted: customfieldid });
});

test('a search finds assets by the values of a field only while the field is searchable', async () => {
  const { fieldname, customfieldid } = await field({});
  await put({ [fieldname]: 'Zweibrücken-77' });
  const search = async () => [
    ...numbers(await site.anonymous.get('/api/assets?search=ZWEIBR%C3%9C')),
    ...(await site.admin.get('/api/search?q=zweibr%C3%BCcken-77')).data.map((hit: { id: number }) => hit.id),
  ];
  expect(await search()).toEqual([]);
  const searchable = (issearchable: boolean) =>
    site.admin.put(`/api/customfields/${customfieldid}`, { issearchable });
  const flagged = await searchable(true);
  expect(await search()).toEqual([assetid, assetid]);
  expect((await site.anonymous.get('/api/assets?search=zweibr')).meta.pagination.total).toBe(1);
  await site.admin.post(`/api/auditlogs/${flagged.headers.get('x-audit-id')}/undo`);
  expect(await search()).toEqual([]);
  await searchable(true);
  await put({ [fieldname]: 'elsewhere' });
  expect(await search()).toEqual([]);
  expect((await site.anonymous.get('/api/assets?search=zweibr')).meta.pagination.total).toBe(0);
});
