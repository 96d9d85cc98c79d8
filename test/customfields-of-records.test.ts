import { afterAll, beforeAll, expect, test } from 'bun:test';
import { importFile, rowOutcomesOf } from './support/imports.ts';
import { COLLECTOR_KEY, type Site, startSite } from './support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  const types: { assettype: string; assettypeid: number }[] = (await site.admin.get('/api/assets/types'))
    .data;
  const typeOf = (name: string) => types.find(({ assettype }) => assettype === name)!.assettypeid;
  const fields = [
    { fieldname: 'costcentre', label: 'Cost centre' },
    { fieldname: 'height', label: 'Height', fieldtype: 'number', assettypeid: typeOf('Computer') },
    {
      fieldname: 'rugged',
      label: 'Rugged',
      fieldtype: 'boolean',
      assettypeid: typeOf('Computer'),
      isrequired: true,
    },
    { fieldname: 'vendorcode', label: 'Vendor code', assettypeid: typeOf('Printer') },
  ];
  for (const field of fields) expect((await site.admin.post('/api/customfields', field)).status).toBe(201);
});
afterAll(() => site.stop());

let made = 0;
async function createComputer(values: Record<string, unknown> = {}) {
  const required = { assetnumber: `CFR-${++made}`, cf_rugged: true };
  return await site.admin.post('/api/computers', { ...required, ...values });
}

test('an asset is created with its custom fields, and returns those of its type', async () => {
  const answer = await createComputer({ cf_costcentre: '4711', cf_HEIGHT: 12.5, cf_rugged: false });
  expect(answer.status).toBe(201);
  expect(answer.data).toMatchObject({ cf_costcentre: '4711', cf_height: 12.5, cf_rugged: false });
  const { computerid, assetid } = answer.data;
  const record = (await site.admin.get(`/api/computers/${computerid}`)).data;
  expect(Object.keys(record).filter((name) => name.startsWith('cf_'))).toEqual([
    'cf_costcentre',
    'cf_height',
    'cf_rugged',
  ]);
  expect((await site.admin.get(`/api/assets/${assetid}`)).data.cf_height).toBe(12.5);
});

test('a change of custom fields has one audit row with the other changes, and can be undone', async () => {
  const { computerid, assetid } = (await createComputer({ cf_height: 1 })).data;
  const answer = await site.admin.put(`/api/computers/${computerid}`, { name: 'Saw', cf_height: null });
  expect(answer.data).toMatchObject({ name: 'Saw', cf_height: null });
  const auditid = answer.headers.get('x-audit-id');
  const { data: changes } = await site.admin.get(`/api/auditlogs/${auditid}/changes`);
  expect(changes.map((one: { title: string }) => one.title)).toContain('Custom field value');
  expect((await site.admin.post(`/api/auditlogs/${auditid}/undo`)).status).toBe(200);
  expect((await site.admin.get(`/api/computers/${computerid}`)).data).toMatchObject({
    name: null,
    cf_height: 1,
  });
  const history = (await site.admin.get(`/api/assets/${assetid}/history`)).data;
  const fields = history.map((row: { field: string }) => row.field);
  expect(fields).toContain('custom.height');
});

test('an invalid custom field is rejected with its name, and nothing changes', async () => {
  const refused = async (values: Record<string, unknown>) => {
    const { status, error } = await createComputer(values);
    return [status, error.details.issues.map((issue: { path: string }) => issue.path)];
  };
  expect(await refused({ cf_height: 'tall' })).toEqual([400, ['cf_height']]);
  expect(await refused({ cf_vendorcode: 'x' })).toEqual([400, ['cf_vendorcode']]);
  expect(await refused({ cf_rugged: null })).toEqual([400, ['cf_rugged']]);
  expect(await refused({ cf_height: 1, cf_Height: 2 })).toEqual([400, ['cf_Height']]);
  expect(await refused({ cf_: 'x' })).toEqual([400, ['cf_']]);
  expect(await refused({ cf_costcentre: { a: 1 } })).toEqual([400, ['cf_costcentre']]);
  const computers = (await site.admin.get('/api/computers?per_page=100')).data;
  expect(computers.map((row: { assetnumber: string }) => row.assetnumber)).not.toContain(`CFR-${made}`);
});

test('the prefix of a custom field is read in any letter case', async () => {
  const { computerid, assetnumber } = (await createComputer({ CF_height: 71 })).data;
  const changed = await site.admin.put(`/api/computers/${computerid}`, { Cf_height: 72 });
  expect(changed.data.cf_height).toBe(72);
  const { data } = await site.admin.get('/api/computers?CF_height__gte=72&sort=CF_height&columns=CF_height');
  expect(data).toMatchObject([{ assetnumber, cf_height: 72 }]);
  const csv = await site.admin.get('/api/computers?CF_height=72&format=csv&columns=assetnumber,CF_height');
  expect(csv.text.trim().split(/\r?\n/)).toEqual(['assetnumber,cf_height', `${assetnumber},72`]);
  for (const values of [{ CF_nosuch: 1 }, { cf_height: 1, CF_height: 2 }])
    expect((await site.admin.put(`/api/computers/${computerid}`, values)).status).toBe(400);
  expect((await site.admin.get('/api/computers?CF_nosuch=1')).status).toBe(400);
});

test('required custom fields are demanded of new records of forms and imports, and not of collectors', async () => {
  const refused = await createComputer({ cf_rugged: undefined });
  expect([refused.status, refused.error.details.issues[0].path]).toEqual([400, 'cf_rugged']);
  const csv = 'assetnumber,name,cf_rugged\nCFR-R1,One,\nCFR-R2,Two,yes\n';
  const done = await importFile(site.admin, 'computers', csv, { dryrun: 'false', skiperrors: 'true' });
  expect(rowOutcomesOf(done)).toEqual(['error', 'add']);
  const collected = await site.anonymous
    .with({ 'x-api-key': COLLECTOR_KEY })
    .post('/api/collector/computers', { hostname: 'cfr-pc', serialnumber: 'CFR-S1' });
  expect([collected.status, collected.data.created]).toEqual([200, 1]);
  const again = await importFile(site.admin, 'computers', 'hostname,name\ncfr-pc,Reported\n', {});
  expect(rowOutcomesOf(again)).toEqual(['update']);
});

test('the audit log names the field of a changed custom value', async () => {
  const { computerid } = (await createComputer({ cf_height: 1 })).data;
  const answer = await site.admin.put(`/api/computers/${computerid}`, { cf_height: 2 });
  const { data } = await site.admin.get(`/api/auditlogs/${answer.headers.get('x-audit-id')}/changes`);
  const value = data.find(({ title }: { title: string }) => title === 'Custom field value');
  expect(value).toMatchObject({ name: 'Height', fields: [{ title: 'Value', old: '1', new: '2' }] });
});

test('a change of a custom field alone makes an earlier version stale', async () => {
  const { computerid, assetid, modifieddate } = (await createComputer({ cf_height: 1 })).data;
  await site.admin.put(`/api/assets/${assetid}/customfields`, { values: { height: 2 } });
  const answer = await site.admin.put(`/api/computers/${computerid}`, {
    cf_height: 3,
    ifmodifieddate: modifieddate,
  });
  expect([answer.status, answer.error.code]).toEqual([409, 'STALE_WRITE']);
});

test('records of other registers have no custom fields', async () => {
  const answer = await site.admin.post('/api/vendors', { vendor: 'Rugged Makers', cf_costcentre: 'x' });
  expect(answer.status).toBe(201);
  expect(Object.keys(answer.data).filter((name) => name.startsWith('cf_'))).toEqual([]);
});
