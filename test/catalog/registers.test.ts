import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const newVendor = async (vendor: string): Promise<number> =>
  (await site.admin.post('/api/vendors', { vendor })).data.vendorid;

test('a register returns the whole record after a creation and a partial change', async () => {
  const made = await site.admin.post('/api/vendors', {
    vendor: '  Acme ',
    website: 'https://acme.example',
    nonsense: true,
  });
  expect(made.status).toBe(201);
  expect(made.data).toMatchObject({ vendor: 'Acme', website: 'https://acme.example', description: null });
  const changed = await site.admin.put(`/api/vendors/${made.data.vendorid}`, { supportphone: '+49 1' });
  expect(changed.data).toMatchObject({
    vendor: 'Acme',
    website: 'https://acme.example',
    supportphone: '+49 1',
  });
  expect(changed.data.modifieddate > made.data.modifieddate).toBe(true);
  expect(
    (await site.admin.put(`/api/vendors/${made.data.vendorid}`, { website: '' })).data.website,
  ).toBeNull();
});

test('a unique value is refused in another letter case', async () => {
  await newVendor('Apex');
  const taken = await site.admin.post('/api/vendors', { vendor: 'APEX' });
  expect([taken.status, taken.error.code, taken.error.details.field]).toEqual([409, 'CONFLICT', 'vendor']);
});

test('a model number is unique within its vendor', async () => {
  const [vendorid, other] = [await newVendor('One'), await newVendor('Other')];
  expect((await site.admin.post('/api/models', { modelnumber: 'X-1', vendorid })).status).toBe(201);
  expect((await site.admin.post('/api/models', { modelnumber: 'X-1', vendorid: other })).data).toMatchObject({
    vendor: 'Other',
  });
  expect((await site.admin.post('/api/models', { modelnumber: 'x-1', vendorid })).status).toBe(409);
  expect((await site.admin.post('/api/models', { modelnumber: 'X-2' })).status).toBe(201);
  expect((await site.admin.post('/api/models', { modelnumber: 'X-2' })).status).toBe(409);
});

test('an operating system is unique by name and version', async () => {
  expect(
    (await site.admin.post('/api/operatingsystems', { osname: 'Windows', osversion: '11' })).status,
  ).toBe(201);
  expect(
    (await site.admin.post('/api/operatingsystems', { osname: 'Windows', osversion: '10' })).status,
  ).toBe(201);
  expect(
    (await site.admin.post('/api/operatingsystems', { osname: 'Windows', osversion: '10' })).status,
  ).toBe(409);
});

test('the error names the field when a referenced record does not exist', async () => {
  const answer = await site.admin.post('/api/models', { modelnumber: 'X-3', vendorid: 4711 });
  expect([answer.status, answer.error.details.issues[0].path]).toEqual([400, 'vendorid']);
});

test('a referenced record is not deleted, and the error counts the references by kind', async () => {
  const used = await newVendor('Used');
  await site.admin.post('/api/models', { modelnumber: 'U-1', vendorid: used });
  const refused = await site.admin.delete(`/api/vendors/${used}`);
  expect([refused.status, refused.error.code]).toEqual([409, 'IN_USE']);
  expect(refused.error.details.references.models).toBeGreaterThan(0);
  const unused = await newVendor('Unused');
  expect((await site.admin.delete(`/api/vendors/${unused}`)).data).toEqual({ deleted: unused });
  expect((await site.admin.get(`/api/vendors/${unused}`)).status).toBe(404);
});

test('a location shows the name of its parent and cannot be its own descendant', async () => {
  const { data: hall } = await site.admin.post('/api/locations', { location: 'Hall 1' });
  const { data: cell } = await site.admin.post('/api/locations', {
    location: 'Cell 1',
    parentlocationid: hall.locationid,
  });
  expect(cell.parentlocation).toBe('Hall 1');
  expect(
    (await site.admin.put(`/api/locations/${hall.locationid}`, { parentlocationid: cell.locationid })).status,
  ).toBe(400);
});

test('an asset type keeps its structure, and the list hides inactive types', async () => {
  const { data } = await site.admin.post('/api/assets/types', {
    assettype: 'Robot',
    pluginname: 'robots',
    tablename: 'robots',
    icon: 'robot',
  });
  const changed = await site.admin.put(`/api/assets/types/${data.assettypeid}`, {
    assettype: 'Android',
    tablename: 'x',
    color: 'red',
    isactive: false,
  });
  expect(changed.data).toMatchObject({
    assettype: 'Robot',
    tablename: 'robots',
    color: 'red',
    isactive: false,
  });
  const names = async (query: string) =>
    (await site.anonymous.get(`/api/assets/types?per_page=100${query}`)).data.map(
      (row: { assettype: string }) => row.assettype,
    );
  expect(await names('')).not.toContain('Robot');
  expect(await names('&active=false')).toContain('Robot');
});

test('a status is not deleted while an asset uses it', async () => {
  const { data } = await site.admin.post('/api/assets/statuses', { status: 'Lent out' });
  await site.admin.post('/api/assets', { assetnumber: 'S-1', assettypeid: 2, statusid: data.statusid });
  expect((await site.admin.delete(`/api/assets/statuses/${data.statusid}`)).error.details.references).toEqual(
    { assets: 1 },
  );
});

test('a relationship type lists its inheritance, and built-in ones cannot be deleted', async () => {
  const types = (await site.anonymous.get('/api/assets/relationshiptypes')).data;
  const uses = types.find((type: { relationshiptype: string }) => type.relationshiptype === 'usesprinter');
  expect(uses.propagatesthrough).toEqual([{ relationshiptype: 'usesprinter', through: 'controls' }]);
  expect((await site.admin.delete(`/api/assets/relationshiptypes/${uses.relationshiptypeid}`)).status).toBe(
    409,
  );
  const { data } = await site.admin.post('/api/assets/relationshiptypes', { relationshiptype: 'feeds' });
  expect(data).toMatchObject({ isdirectional: true, issingular: false, propagatesthrough: [] });
  expect((await site.admin.delete(`/api/assets/relationshiptypes/${data.relationshiptypeid}`)).status).toBe(
    200,
  );
});

test('an update returns STALE_WRITE and changes nothing when a newer change exists', async () => {
  const { data } = await site.admin.post('/api/protocols', {
    protocol: 'VNC',
    defaultport: 5900,
    urltemplate: 'vnc://{host}:{port}',
  });
  const path = `/api/protocols/${data.protocolid}`;
  await site.admin.put(path, { defaultport: 5901 });
  const stale = await site.admin.put(path, { defaultport: 5902, ifmodifieddate: data.modifieddate });
  expect([stale.status, stale.error.code]).toEqual([409, 'STALE_WRITE']);
  const old = await site.admin
    .with({ 'if-unmodified-since': 'Wed, 01 Jan 2020 00:00:00 GMT' })
    .put(path, { defaultport: 5902 });
  expect(old.error.code).toBe('STALE_WRITE');
  const now = (await site.admin.get(path)).data;
  expect(now.defaultport).toBe(5901);
  expect((await site.admin.put(path, { defaultport: 5903, ifmodifieddate: now.modifieddate })).status).toBe(
    200,
  );
  const soon = new Date(Date.now() + 60_000).toUTCString();
  expect(
    (await site.admin.with({ 'if-unmodified-since': soon }).put(path, { defaultport: 5904 })).status,
  ).toBe(200);
});

test('eight concurrent updates have different time stamps', async () => {
  const { data } = await site.admin.post('/api/protocols', { protocol: 'RDP' });
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      site.admin.put(`/api/protocols/${data.protocolid}`, { defaultport: 3000 + n }),
    ),
  );
  expect(new Set(answers.map((answer) => answer.data.modifieddate)).size).toBe(8);
});

test('a support team stores its contacts in order', async () => {
  const contacts = [
    { contactname: 'Ina', sso: 12345 },
    { contactname: 'Bo', email: 'bo@plant.example' },
  ];
  const made = await site.admin.post('/api/supportteams', { teamname: 'Line IT', contacts });
  expect(made.data.contacts).toMatchObject([
    { contactname: 'Ina', sso: '12345' },
    { contactname: 'Bo', email: 'bo@plant.example' },
  ]);
  const changed = await site.admin.put(`/api/supportteams/${made.data.supportteamid}`, {
    contacts: [{ contactname: 'Bo' }],
  });
  expect(changed.data.contacts).toHaveLength(1);
  expect(
    (
      await site.admin.put(`/api/supportteams/${made.data.supportteamid}`, {
        teamurl: 'https://team.example',
      })
    ).data.contacts,
  ).toHaveLength(1);
});

test('the CSV of a list guards formulas', async () => {
  await site.admin.post('/api/vendors', { vendor: '=HYPERLINK("http://x")', description: 'a,"b"' });
  const { text, headers } = await site.anonymous.get('/api/vendors?format=csv');
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toContain('attachment');
  expect(text.split('\r\n')[0]).toStartWith('vendorid,vendor,');
  expect(text).toContain(`"'=HYPERLINK(""http://x"")","a,""b"""`);
});

test('the CSV of a list guards formulas after spaces, tabs and line breaks', async () => {
  const before = ['=', '\n=', '\r=', '\r\n=', '\t=', ' =', '  +', '\u00a0-', '\u3000@', '\n\n', '\u200b='];
  for (const [n, start] of before.entries())
    await site.admin.post('/api/vendors', { vendor: `Formula ${n}`, description: `${start}1+1` });
  const { text } = await site.anonymous.get('/api/vendors?format=csv&search=Formula');
  const cells = [...text.matchAll(/Formula \d+,"?('?)/g)].map(([, mark]) => mark);
  expect(cells).toEqual(before.map(() => "'"));
});

test('the search of a list finds the beginnings of words in any letter case and without accents', async () => {
  await site.admin.post('/api/vendors', { vendor: 'Müller Präzision' });
  const find = async (query: string) =>
    (await site.anonymous.get(`/api/vendors?search=${encodeURIComponent(query)}`)).data.map(
      (row: { vendor: string }) => row.vendor,
    );
  for (const query of ['MÜLLER', 'präz', 'muller', 'praz mül', 'Präzision Müller'])
    expect(await find(query)).toEqual(['Müller Präzision']);
  expect(await find('zision')).toEqual([]);
  expect(await find('%')).toEqual([]);
  expect(await find('" OR 1=1')).toEqual([]);
  await site.admin.post('/api/vendors', { vendor: 'Rabatt 77%' });
  expect(await find('77%')).toEqual(['Rabatt 77%']);
});

test('a text of invisible characters is stored as empty', async () => {
  const first = await site.admin.post('/api/operatingsystems', {
    osname: 'Unseen',
    osversion: '\u202e\u200b',
  });
  expect([first.status, first.data.osversion]).toEqual([201, null]);
  const again = await site.admin.post('/api/operatingsystems', { osname: 'Unseen', osversion: '\u200b' });
  expect([again.status, again.error.code]).toEqual([409, 'CONFLICT']);
});
