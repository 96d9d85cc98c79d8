import { afterAll, beforeAll, expect, test } from 'bun:test';
import { changesOf, importFile, reasonsOf, rowOutcomesOf } from './support/imports.ts';
import { type Site, startSite } from './support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const COMMIT = { dryrun: 'false' };
const HEAD = 'assetnumber,assettype,purchasedate,supplier,warrantymonths';

/** Returns the warranties of the asset with this number. */
async function warrantiesOf(assetnumber: string) {
  const { data } = await site.admin.get('/api/assets?per_page=100');
  const { assetid } = data.find((asset: { assetnumber: string }) => asset.assetnumber === assetnumber);
  return (await site.admin.get(`/api/warranty/asset/${assetid}`)).data;
}

test('an import with months creates a warranty, a second one skips, and the undo removes it', async () => {
  await site.admin.post('/api/vendors', { vendor: 'Northwind' });
  const csv = `${HEAD}\nWM-1,Phone,2024-01-31,Northwind,1\nWM-2,Phone,2024-02-29,,3 years\nWM-3,Phone,2024-03-01,,0 months\n`;
  const dry = await importFile(site.admin, 'assets', csv);
  expect([rowOutcomesOf(dry), dry.data.created]).toEqual([['add', 'add', 'add'], { warranties: 2 }]);
  expect(changesOf(dry).map(({ warrantyend }) => warrantyend)).toEqual([
    '2024-02-29',
    '2027-02-28',
    undefined,
  ]);
  const done = await importFile(site.admin, 'assets', csv, COMMIT);
  expect([done.status, done.data.created]).toEqual([201, { warranties: 2 }]);
  const [warranty, ...others] = await warrantiesOf('WM-1');
  expect(others).toEqual([]);
  expect(warranty).toMatchObject({
    warrantyname: 'Warranty of WM-1',
    startdate: '2024-01-31',
    enddate: '2024-02-29',
    vendor: 'Northwind',
    assetcount: 1,
  });
  expect(await warrantiesOf('WM-3')).toEqual([]);
  const again = await importFile(site.admin, 'assets', csv, COMMIT);
  expect([rowOutcomesOf(again), again.data.created]).toEqual([['skip', 'skip', 'skip'], {}]);
  expect(await warrantiesOf('WM-2')).toHaveLength(1);
  const undone = await site.admin.post(`/api/imports/${done.data.importid}/undo`);
  expect(undone.status).toBe(200);
  const [undo] = (await site.admin.get('/api/auditlogs?action=audit.change.undone')).data;
  const { data: changes } = await site.admin.get(`/api/auditlogs/${undo.auditlogid}/changes`);
  const covered = changes.filter(({ title }: { title: string }) => title === 'Covered asset');
  expect(covered.map(({ name }: { name: string }) => name).sort()).toEqual(['WM-1', 'WM-2']);
  expect((await site.admin.get(`/api/warranty/${warranty.warrantyid}`)).status).toBe(404);
});

test('a changed number of months changes the warranty that an import created', async () => {
  const csv = (months: number) => `${HEAD}\nWC-1,Phone,2024-05-10,,${months}\n`;
  await importFile(site.admin, 'assets', csv(12), COMMIT);
  const changed = await importFile(site.admin, 'assets', csv(24), COMMIT);
  expect(changed.data.rows[0]).toMatchObject({
    outcome: 'update',
    changes: { warrantyend: ['2025-05-10', '2026-05-10'] },
  });
  expect(await warrantiesOf('WC-1')).toMatchObject([{ startdate: '2024-05-10', enddate: '2026-05-10' }]);
});

test('a changed purchase date changes both days of the warranty, and both are listed', async () => {
  const csv = (date: string) => `${HEAD}\nWB-1,Phone,${date},,12\n`;
  await importFile(site.admin, 'assets', csv('2024-05-10'), COMMIT);
  const changed = await importFile(site.admin, 'assets', csv('2024-06-01'), COMMIT);
  expect(changed.data.rows[0].changes).toMatchObject({
    warrantystart: ['2024-05-10', '2024-06-01'],
    warrantyend: ['2025-05-10', '2025-06-01'],
  });
  expect(await warrantiesOf('WB-1')).toMatchObject([{ startdate: '2024-06-01', enddate: '2025-06-01' }]);
});

test.each<[string, object]>([
  ['end', { enddate: '2030-01-01' }],
  ['start', { startdate: '2024-02-02' }],
  ['contract number', { contractnumber: 'C-1' }],
  ['contract number, start and end', { contractnumber: 'C', startdate: '2024-02-02', enddate: '2030-01-01' }],
  ['vendor', { vendorid: null, cost: 5 }],
])('an import leaves a warranty whose %s a user has changed', async (title, edit) => {
  const number = `WK-${title}`;
  const csv = (months: number, name = '') =>
    `assetnumber,assettype,purchasedate,warrantymonths,name\n"${number}",Phone,2024-01-01,${months},${name}\n`;
  await importFile(site.admin, 'assets', csv(12), COMMIT);
  const [{ warrantyid }] = await warrantiesOf(number);
  expect((await site.admin.put(`/api/warranty/${warrantyid}`, edit)).status).toBe(200);
  const before = await warrantiesOf(number);
  const again = await importFile(site.admin, 'assets', csv(36), COMMIT);
  expect(again.data.rows[0]).toMatchObject({ outcome: 'skip', changes: {}, errors: [] });
  expect(again.data.rows[0].reason).toContain(`A user has changed "Warranty of ${number}"`);
  const renamed = await importFile(site.admin, 'assets', csv(36, 'Kept'), COMMIT);
  expect(renamed.data.rows[0]).toMatchObject({ outcome: 'update', reason: again.data.rows[0].reason });
  expect(Object.keys(renamed.data.rows[0].changes)).toEqual(['name']);
  expect(await warrantiesOf(number)).toEqual(before);
});

test('an import changes its warranty after a user has added a document', async () => {
  const csv = (months: number) => `${HEAD}\nWQ-1,Phone,2024-05-10,,${months}\n`;
  await importFile(site.admin, 'assets', csv(12), COMMIT);
  const [{ warrantyid }] = await warrantiesOf('WQ-1');
  const proof = new FormData();
  proof.set('file', new File(['%PDF-1.4\n%%EOF\n'], 'invoice.pdf', { type: 'application/pdf' }));
  expect((await site.admin.upload(`/api/warranty/${warrantyid}/proof`, proof)).status).toBe(201);
  expect(rowOutcomesOf(await importFile(site.admin, 'assets', csv(24), COMMIT))).toEqual(['update']);
  expect(await warrantiesOf('WQ-1')).toMatchObject([{ enddate: '2026-05-10' }]);
});

test('an import does not reactivate a warranty of the same term', async () => {
  const csv = `${HEAD}\nWI-1,Phone,2024-05-10,,12\n`;
  await importFile(site.admin, 'assets', csv, COMMIT);
  const [{ warrantyid }] = await warrantiesOf('WI-1');
  await site.admin.delete(`/api/warranty/${warrantyid}`);
  const again = await importFile(site.admin, 'assets', csv, COMMIT);
  expect([rowOutcomesOf(again), again.data.created]).toEqual([['skip'], {}]);
  expect(reasonsOf(again)[0]).toContain('is inactive');
  expect((await site.admin.get(`/api/warranty/${warrantyid}`)).data.isactive).toBe(false);
});

test('months without a purchase date, and months out of range, are errors of their cells', async () => {
  const csv = `${HEAD}\nWE-1,Phone,,,24\nWE-2,Phone,2024-01-01,,-1\nWE-3,Phone,2024-01-01,,601\nWE-4,Phone,2024-01-01,,soon\nWE-5,Phone,9990-01-01,,600\n`;
  const dry = await importFile(site.admin, 'assets', csv);
  expect(rowOutcomesOf(dry)).toEqual(Array(5).fill('error'));
  for (const { errors } of dry.data.rows)
    expect(errors).toMatchObject([{ column: 'warrantymonths', field: 'warrantymonths' }]);
  expect(reasonsOf(dry)[0]).toContain('Enter the purchase date');
});

test('a row with 0 months creates no warranty and leaves the present one', async () => {
  const csv = (months: string) =>
    `${HEAD}\nWZ-1,Phone,2024-01-01,,${months}\nWZ-2,Phone,2024-01-01,,"${months}"\n`;
  const added = await importFile(site.admin, 'assets', csv('0'), COMMIT);
  expect([rowOutcomesOf(added), added.data.created]).toEqual([['add', 'add'], {}]);
  await importFile(site.admin, 'assets', csv('12'), COMMIT);
  for (const none of ['0', '00', '0.0', '0 months', '0 years']) {
    const again = await importFile(site.admin, 'assets', csv(none), COMMIT);
    expect([none, rowOutcomesOf(again)]).toEqual([none, ['skip', 'skip']]);
  }
  expect(await warrantiesOf('WZ-1')).toMatchObject([{ enddate: '2025-01-01' }]);
});

test('the warranty of an existing asset starts on its stored purchase date', async () => {
  await importFile(site.admin, 'assets', `${HEAD}\nWX-1,Phone,2023-07-01,,\n`, COMMIT);
  const done = await importFile(site.admin, 'assets', 'assetnumber,Warranty duration\nWX-1,24\n', COMMIT);
  expect(rowOutcomesOf(done)).toEqual(['update']);
  expect(await warrantiesOf('WX-1')).toMatchObject([{ startdate: '2023-07-01', enddate: '2025-07-01' }]);
});

test('an end date creates a warranty, and one that contradicts the months is an error', async () => {
  const head = 'assetnumber,assettype,purchasedate,Warranty,Warranty Expires';
  const good = `${head}\nWD-1,Phone,2024-01-15,,2027-01-15\nWD-2,Phone,2024-01-15,36 months,2027-01-14\n`;
  const done = await importFile(site.admin, 'assets', good, COMMIT);
  expect(rowOutcomesOf(done)).toEqual(['add', 'add']);
  expect(await warrantiesOf('WD-1')).toMatchObject([{ startdate: '2024-01-15', enddate: '2027-01-15' }]);
  const bad = `${head}\nWD-3,Phone,2024-01-15,36 months,2026-01-15\nWD-4,Phone,2024-01-15,,2023-01-15\n`;
  const dry = await importFile(site.admin, 'assets', bad);
  expect(dry.data.rows.map(({ errors }: { errors: object[] }) => errors)).toMatchObject([
    [{ column: 'Warranty Expires' }],
    [{ column: 'Warranty Expires' }],
  ]);
});

test('an end date of Snipe-IT in the month after a short one does not contradict the months', async () => {
  const head = 'Asset Tag,Category,Purchased,Warranty,Warranty Expires';
  const csv = `${head}\nWE-1,Phone,2024-08-31,18,2026-03-03\nWE-2,Phone,2024-08-31,18,2026-03-04\n`;
  const dry = await importFile(site.admin, 'assets', csv);
  expect(rowOutcomesOf(dry)).toEqual(['add', 'error']);
});

test('exports of Snipe-IT and GLPI create warranties, also of computers', async () => {
  const snipe = 'Asset Tag,Category,Purchased,Warranty\nWS-1,Phone,2024-01-01,12 months\n';
  expect((await importFile(site.admin, 'assets', snipe)).data).toMatchObject({
    preset: 'snipeit',
    created: { warranties: 1 },
  });
  const glpi =
    'Name;Inventory number;Serial number;Date of purchase;Warranty duration\npc-ws2;WS-2;SN-WS2;2024-01-01;12\n';
  const done = await importFile(site.admin, 'computers', glpi, COMMIT);
  expect([done.data.preset, done.data.created]).toEqual(['glpi', { warranties: 1 }]);
  expect(await warrantiesOf('WS-2')).toMatchObject([{ enddate: '2025-01-01' }]);
});

test('a user without the permission for warranties imports the other columns', async () => {
  const user = await site.userWith('assets.create', 'assets.edit');
  const csv = `${HEAD}\nWP-1,Phone,2024-01-01,,12\n`;
  const done = await importFile(user, 'assets', csv, COMMIT);
  expect(done.data).toMatchObject({
    counts: { add: 1 },
    created: {},
    ignored: [{ column: 'warrantymonths' }],
  });
  expect(await warrantiesOf('WP-1')).toEqual([]);
  const mapping = JSON.stringify({ assetnumber: 'assetnumber', warrantymonths: 'warrantymonths' });
  expect((await importFile(user, 'assets', csv, { mapping })).status).toBe(403);
  const templates = await Promise.all(
    [user, site.admin].map((one) => one.get('/api/imports/templates/assets')),
  );
  expect(templates.map(({ text }) => text.includes('warrantymonths'))).toEqual([false, true]);
});

test('an import ignores the column of the disabled plugin and reports it', async () => {
  const without = await startSite({ config: { plugins: ['computers'] } });
  try {
    const dry = await importFile(without.admin, 'assets', `${HEAD}\nWO-1,Phone,,,12\n`);
    expect(rowOutcomesOf(dry)).toEqual(['add']);
    expect(dry.data.ignored).toMatchObject([
      { column: 'warrantymonths', message: expect.stringContaining('disabled') },
    ]);
    expect((await without.admin.get(`/api/imports/${dry.data.importid}`)).data).toEqual(dry.data);
  } finally {
    await without.stop();
  }
});

test('a purchase date that is invalid is the only error of a row with a warranty', async () => {
  const csv =
    'assetnumber,assettype,purchasedate,warrantymonths,warrantyend\nWI-1,Phone,2024-13-02,24,\nWI-2,Phone,2024-13-02,24,2026-01-01\nWI-3,Phone,,24,\n';
  const { data } = await importFile(site.admin, 'assets', csv);
  const fields = data.rows.map(({ errors }: { errors: { field: string }[] }) =>
    errors.map(({ field }) => field),
  );
  expect(fields).toEqual([['purchasedate'], ['purchasedate'], ['warrantymonths']]);
});
