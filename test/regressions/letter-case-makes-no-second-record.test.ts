import { afterAll, beforeAll, expect, test } from 'bun:test';
import { foldName } from '../../src/kit/fold-name.ts';
import { changesOf, importFile, rowOutcomesOf } from '../support/imports.ts';
import { COLLECTOR_KEY, PASSWORD, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

/** Pairs of spellings of one name. */
const SAME: [first: string, second: string][] = [
  ['Jäger', 'JÄGER'],
  ['JÄGER 2', 'jäger 2'],
  ['Завод', 'ЗАВОД'],
  ['Électro', 'ÉLECTRO'],
  ['Straße', 'STRASSE'],
  ['STRASSE 2', 'straße 2'],
  ['GROẞ', 'groß'],
  ['ΟΔΟΣ', 'οδος'],
  ['οδός 2', 'ΟΔΌΣ 2'],
  ['İstanbul', 'i\u0307STANBUL'],
  ['Büro 3', 'BU\u0308RO 3'],
  ['Ångström', 'Å'.normalize('NFD') + 'NGSTRÖM'],
  ['ǆ', 'ǅ'],
  ['K 4', 'k 4'],
  ['ＤＥＬＬ', 'dell'],
];

/** Pairs of different names. */
const DIFFERENT: [first: string, second: string][] = [
  ['Muller', 'Müller'],
  ['Isik', 'Işık'],
  ['Kirim', 'Kırım'],
  ['Résumé', 'Resume'],
];

/** Registers whose records only need a name, and other required fields. */
const REGISTERS: [path: string, name: string, id: string, more: Record<string, unknown>][] = [
  ['vendors', 'vendor', 'vendorid', {}],
  ['models', 'modelnumber', 'modelnumberid', {}],
  ['operatingsystems', 'osname', 'osid', {}],
  ['applications', 'appname', 'appid', {}],
  ['locations', 'location', 'locationid', {}],
  ['businessunits', 'businessunit', 'businessunitid', {}],
  ['printers', 'assetnumber', 'printerid', {}],
  ['supportteams', 'teamname', 'supportteamid', {}],
  ['printers/types', 'printertype', 'printertypeid', {}],
];

const create = (path: string, body: Record<string, unknown>) => site.admin.post(`/api/${path}`, body);
const collect = (name: string, record: Record<string, unknown>) =>
  site.anonymous.with({ 'x-api-key': COLLECTOR_KEY }).post(`/api/collector/${name}`, { records: [record] });
const countOf = async (path: string) =>
  (await site.admin.get(`/api/${path}?per_page=1`)).meta.pagination.total;

test('foldName folds names as Unicode does', () => {
  for (const [first, second] of SAME.slice(0, -1))
    expect([first, second, foldName(first)]).toEqual([first, second, foldName(second)]);
  for (const [first, second] of DIFFERENT) expect(foldName(first)).not.toBe(foldName(second));
});

test('a register returns 409 when a name exists in another letter case', async () => {
  let pairs = 0;
  for (const [path, name, , more] of REGISTERS)
    for (const [first, second] of SAME) {
      expect([path, first, (await create(path, { ...more, [name]: first })).status]).toEqual([
        path,
        first,
        201,
      ]);
      const again = await create(path, { ...more, [name]: second });
      expect([path, second, again.status, again.error?.code]).toEqual([path, second, 409, 'CONFLICT']);
      expect(again.error.details.issues?.[0]?.path ?? again.error.details.field).toEqual(
        again.error.details.issues ? [name] : name,
      );
      expect(again.error.message).toContain('belongs to another record');
      pairs++;
    }
  expect(pairs).toBe(REGISTERS.length * SAME.length);
});

test('a register accepts names that only look alike', async () => {
  for (const [path, name, , more] of REGISTERS)
    for (const [first, second] of DIFFERENT)
      for (const text of [first, second])
        expect([path, text, (await create(path, { ...more, [name]: text })).status]).toEqual([
          path,
          text,
          201,
        ]);
});

test('a record may change the letter case of its name and not take the name of another record', async () => {
  for (const [path, name, id, more] of REGISTERS) {
    const made = await create(path, { ...more, [name]: 'Größe 1' });
    const other = await create(path, { ...more, [name]: 'Größe 2' });
    const change = (record: { data: Record<string, number> }, text: string) =>
      site.admin.put(`/api/${path}/${record.data[id]}`, { [name]: text });
    const changed = await change(made, 'GRÖSSE 1');
    expect([path, changed.status, changed.data?.[name]]).toEqual([path, 200, 'GRÖSSE 1']);
    expect([path, (await change(other, 'größe 1')).status]).toEqual([path, 409]);
    expect([path, (await change(made, 'GRÖßE 1')).status]).toEqual([path, 200]);
  }
});

test('an undo returns 409 when another record took the previous name', async () => {
  const made = await create('vendors', { vendor: 'Überholt' });
  const changed = await site.admin.put(`/api/vendors/${made.data.vendorid}`, { vendor: 'Neu benannt' });
  expect(changed.status).toBe(200);
  expect((await create('vendors', { vendor: 'ÜBERHOLT' })).status).toBe(201);
  const [row] = (await site.admin.get(`/api/auditlogs?entitytype=vendor&entityid=${made.data.vendorid}`))
    .data;
  const undone = await site.admin.post(`/api/auditlogs/${row.auditlogid}/undo`);
  expect([undone.status, undone.error?.code]).toEqual([409, 'CONFLICT']);
});

test('a restored name is unique in any letter case', async () => {
  const made = await create('vendors', { vendor: 'Gelöscht' });
  expect((await site.admin.delete(`/api/vendors/${made.data.vendorid}`)).status).toBe(200);
  const [row] = (await site.admin.get(`/api/auditlogs?entitytype=vendor&entityid=${made.data.vendorid}`))
    .data;
  expect((await site.admin.post(`/api/auditlogs/${row.auditlogid}/undo`)).status).toBe(200);
  expect((await create('vendors', { vendor: 'GELÖSCHT' })).status).toBe(409);
});

test('a model number is unique within its vendor in any letter case', async () => {
  const first = (await create('vendors', { vendor: 'Vendor of models 1' })).data.vendorid;
  const second = (await create('vendors', { vendor: 'Vendor of models 2' })).data.vendorid;
  expect((await create('models', { modelnumber: 'Prüfling', vendorid: first })).status).toBe(201);
  expect((await create('models', { modelnumber: 'PRÜFLING', vendorid: first })).status).toBe(409);
  const other = await create('models', { modelnumber: 'PRÜFLING', vendorid: second });
  expect(other.status).toBe(201);
  const path = `/api/models/${other.data.modelnumberid}`;
  expect((await site.admin.put(path, { vendorid: first })).status).toBe(409);
  expect((await site.admin.put(path, { notes: 'unchanged name' })).status).toBe(200);
});

test('the computers collector finds registered names in any letter case', async () => {
  const report = (upper: boolean, hostname: string) => {
    const text = (name: string) => (upper ? name.toUpperCase() : name);
    return collect('computers', {
      hostname,
      serialnumber: `SN ${hostname}`,
      manufacturer: text('Müller Prüftechnik'),
      model: text('Größe 7'),
      osname: text('Bürosystem'),
      osversion: '12',
      installedapps: [{ name: text('Prüfsoftware'), version: '1' }],
    });
  };
  expect((await report(false, 'UML-1')).data.created).toBe(1);
  const lists = ['vendors', 'models', 'operatingsystems', 'applications'];
  const before = await Promise.all(lists.map(countOf));
  expect((await report(true, 'UML-2')).data.created).toBe(1);
  expect(await Promise.all(lists.map(countOf))).toEqual(before);
  expect((await report(true, 'UML-1')).data.created).toBe(0);
  expect(await Promise.all(lists.map(countOf))).toEqual(before);
});

test('a computer is found by its host name in any letter case', async () => {
  const report = (hostname: string) => collect('computers', { hostname, loggedinuser: 'x' });
  expect((await report('Prüf-PC')).data.created).toBe(1);
  const again = (await report('PRÜF-PC')).data;
  expect([again.created, again.updated + again.unchanged]).toEqual([0, 1]);
  for (const hostname of ['Prüf-PC', 'PRÜF-PC', 'prüf-pc'.normalize('NFD')]) {
    const found = await site.admin.get(`/api/computers/by-hostname/${encodeURIComponent(hostname)}`);
    expect([hostname, found.status]).toEqual([hostname, 200]);
  }
});

test('the machines collector finds asset numbers and vendors in any letter case', async () => {
  await create('vendors', { vendor: 'Öffner' });
  const first = await collect('machines', { assetnumber: 'Prüfplatz-1', vendor: 'ÖFFNER' });
  expect(first.data.created).toBe(1);
  const again = (await collect('machines', { assetnumber: 'PRÜFPLATZ-1', vendor: 'öffner' })).data;
  expect([again.created, again.unchanged]).toEqual([0, 1]);
});

test('an import finds records and references in any letter case', async () => {
  await create('vendors', { vendor: 'Jäger Prüftechnik' });
  await create('locations', { location: 'Büro Süd' });
  await create('machines', { assetnumber: 'Prüfplatz-9' });
  const content = 'Asset number,Vendor,Location\nPRÜFPLATZ-9,JÄGER PRÜFTECHNIK,BÜRO SÜD\n';
  const made = await importFile(site.admin, 'Machine', content, { dryrun: 'false' });
  expect(rowOutcomesOf(made)).toEqual(['update']);
  expect(changesOf(made)[0]).toMatchObject({ vendor: 'Jäger Prüftechnik', location: 'Büro Süd' });
  const twins = await importFile(site.admin, 'vendors', 'Vendor\nÄpfel\nÄPFEL\n');
  expect(twins.data.rows).toMatchObject([{ line: 2, merged: [3], outcome: 'add' }]);
  const others = await importFile(site.admin, 'vendors', 'Vendor,Description\nÄpfel,x\nÄPFEL,y\n');
  expect(rowOutcomesOf(others)).toEqual(['add', 'error']);
});

test('a filter by asset number matches in any letter case', async () => {
  await create('machines', { assetnumber: 'Fräse-1' });
  for (const text of ['Fräse-1', 'FRÄSE-1', 'fräse-1'.normalize('NFD')]) {
    const { data } = await site.admin.get(`/api/machines?assetnumber=${encodeURIComponent(text)}`);
    expect([text, data.length]).toEqual([text, 1]);
  }
});

test('user names, email addresses and role names are unique in any letter case', async () => {
  const user = (username: string, email: string) =>
    site.admin.post('/api/users', { username, email, password: PASSWORD, mustchangepassword: false });
  expect((await user('müller', 'mueller@plant.example')).status).toBe(201);
  for (const name of ['MÜLLER', 'Müller', 'mu\u0308ller'])
    expect([name, (await user(name, `${name.length}@plant.example`)).status]).toEqual([name, 409]);
  expect((await user('other', 'MUELLER@plant.example')).status).toBe(409);
  for (const name of ['müller', 'MÜLLER', 'Mu\u0308ller'])
    expect([
      name,
      (await site.anonymous.post('/api/auth/login', { username: name, password: PASSWORD })).status,
    ]).toEqual([name, 200]);
  expect((await site.admin.post('/api/users/roles', { rolename: 'Prüfer' })).status).toBe(201);
  expect((await site.admin.post('/api/users/roles', { rolename: 'PRÜFER' })).status).toBe(409);
});

test('the duplicates list contains no unique names, and only editors may read it', async () => {
  const { status, data, meta } = await site.admin.get('/api/duplicates');
  expect([status, data, meta.pagination.total]).toEqual([200, [], 0]);
  expect((await site.anonymous.get('/api/duplicates')).status).toBe(401);
  expect((await (await site.userWith('assets.view')).get('/api/duplicates')).status).toBe(403);
});
