import { afterEach, beforeEach, expect, test } from 'bun:test';
import { importFile } from '../support/imports.ts';
import { createReporter } from '../support/reports.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let ask: ReturnType<typeof createReporter>;
beforeEach(async () => {
  site = await startSite();
  ask = createReporter(site);
});
afterEach(() => site.stop());

const NAME = 'press.line4.example';
const hardware = { name: NAME, uuid: '7d1f0c52-0b1e-4f6a-9a51-0c0000000901' };
const bios = { ssn: 'PRESS-4', smanufacturer: 'Example', smodel: 'M' };

const create = async (entered: object): Promise<number> => {
  const made = await site.admin.post('/api/computers', entered);
  expect(made.status).toBe(201);
  return made.data.assetid;
};

/** Expects one computer, with the short name as its host name and without possible duplicates. */
async function expectOne(assetid: number): Promise<void> {
  const computers = await ask.computers();
  expect(computers.map((pc) => [pc.assetid, pc.hostname])).toEqual([[assetid, 'press']]);
  expect(await ask.collisions()).toEqual([]);
}

/** Manual entries for a PC that reports `NAME`. */
const ENTERED = [
  { assetnumber: 'X-1', hostname: NAME },
  { assetnumber: 'X-1', hostname: NAME, serialnumber: 'PRESS-4' },
  { assetnumber: 'X-1', hostname: 'PRESS.Line4.Example' },
  { assetnumber: 'X-1', hostname: 'press' },
  { assetnumber: NAME },
  { assetnumber: NAME, serialnumber: 'PRESS-4' },
  { assetnumber: 'press' },
  { assetnumber: 'X-1', name: NAME },
  { assetnumber: 'X-1', name: NAME, serialnumber: 'PRESS-4' },
];

test.each(ENTERED)('the first inventory finds the entered record %j', async (entered) => {
  const made = await create(entered);
  expect((await ask.inventory({ hardware, bios })).assetid).toBe(made);
  await expectOne(made);
  expect((await ask.inventory({ hardware, bios })).assetid).toBe(made);
});

test.each(ENTERED)('the first record of a collector finds the entered record %j', async (entered) => {
  const made = await create(entered);
  const report = { hostname: NAME, serialnumber: 'PRESS-4' };
  expect(await ask.report(report)).toMatchObject({ assetid: made, created: 0 });
  await expectOne(made);
});

test.each(ENTERED)('a report without a serial number finds the entered record %j', async (entered) => {
  const made = await create(entered);
  expect((await ask.report({ hostname: NAME })).assetid).toBe(made);
  await expectOne(made);
});

test('a report with the short name finds the record that was entered with the whole name', async () => {
  const made = await create({ assetnumber: 'X-1', hostname: NAME });
  expect((await ask.report({ hostname: 'press' })).assetid).toBe(made);
  await expectOne(made);
});

test('a report does not match an entered record of another domain', async () => {
  const made = await create({ assetnumber: 'X-1', hostname: NAME });
  expect((await ask.report({ hostname: 'press.line5.example' })).assetid).not.toBe(made);
  expect(await ask.collisions()).toEqual([]);
});

test('a lookup by short name returns 409 when two entered records differ only in the domain', async () => {
  await create({ assetnumber: 'X-1', hostname: NAME });
  await create({ assetnumber: 'X-2', hostname: 'press.line5.example' });
  expect((await site.admin.get('/api/computers/by-hostname/press')).status).toBe(409);
});

test('the first inventory finds a record that was imported with the whole host name', async () => {
  const csv = `Asset number,Host name\nX-1,${NAME}\n`;
  await importFile(site.admin, 'Computer', csv, { dryrun: 'false' });
  const { assetid } = await ask.inventory({ hardware, bios });
  await expectOne(assetid);
});
