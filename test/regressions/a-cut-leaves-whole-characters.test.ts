import { afterAll, beforeAll, expect, test } from 'bun:test';
import { importFile } from '../support/imports.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const HALVES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\ufffd/;
/** A cut at an even or odd position always falls into a surrogate pair of one of these texts. */
const LONG = [0, 1].map((shift) => `${'x'.repeat(shift)}${'𝒜'.repeat(126)}`);

test('an asset number ends with a whole character when it comes from a long serial number or host name', async () => {
  const collector = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
  for (const serialnumber of LONG)
    for (const [path, body] of [
      ['machines', { serialnumber }],
      ['network', { serialnumber }],
      ['measuringtools', { serialnumber }],
    ] as const) {
      const { data, error } = await collector.post(`/api/collector/${path}`, body);
      expect([path, error]).toEqual([path, undefined]);
      const { assetnumber } = (await site.admin.get(`/api/assets/${data.assetid}`)).data;
      expect([path, assetnumber.length > 200, HALVES.test(assetnumber)]).toEqual([path, true, false]);
    }
  for (const hostname of LONG.map((name) => [...name].slice(0, 120).join(''))) {
    const { data, error } = await collector.post('/api/collector/computers', {
      hostname,
      serialnumber: `S-${hostname.length}-${hostname}`.slice(0, 60),
    });
    expect(error).toBeUndefined();
    const { assetnumber } = (await site.admin.get(`/api/assets/${data.assetid}`)).data;
    expect(HALVES.test(assetnumber)).toBe(false);
  }
});

test('a restored snapshot and an uploaded file get names without half characters', async () => {
  for (const name of LONG) {
    const { snapshotid } = (await site.admin.post('/api/mappositions/snapshots', { name })).data;
    expect((await site.admin.post(`/api/mappositions/snapshots/${snapshotid}/restore`, {})).status).toBe(200);
  }
  const names = (await site.admin.get('/api/mappositions/snapshots')).data.map(
    (one: { name: string }) => one.name,
  );
  expect(names.filter((name: string) => HALVES.test(name))).toEqual([]);

  const { assetid } = (await site.admin.post('/api/assets', { assetnumber: 'CUT-1', assettypeid: 1 })).data;
  for (const name of LONG) {
    const form = new FormData();
    form.set('file', new File(['some text'], `${name}.txt`));
    const reply = await site.admin.upload(`/api/assets/${assetid}/files`, form);
    expect(reply.error).toBeUndefined();
    expect(HALVES.test(reply.data.originalname)).toBe(false);
    const served = await site.admin.raw('GET', `/api/assets/files/${reply.data.filename}`);
    expect(served.status).toBe(200);
  }
});

test('the rows of an asset as of a date, and the error of an import row, end with whole characters', async () => {
  const { assetid } = (await site.admin.post('/api/assets', { assetnumber: 'CUT-2', assettypeid: 1 })).data;
  for (const [at, notes] of LONG.map((text) => text.repeat(3)).entries()) {
    const body = { commtype: 'ip', address: `10.1.2.${at}`, notes };
    expect((await site.admin.post(`/api/assets/${assetid}/communications`, body)).status).toBe(201);
  }
  const date = site.clock.now().toISOString();
  const { data } = await site.admin.get(`/api/assets/${assetid}/history/asof?date=${date}`);
  const rows: { value: string; now: string }[] = data.related[0].rows;
  expect(rows.flatMap(({ value, now }) => [value, now]).map((text) => text.length > 490)).toEqual([
    ...[true, true],
    ...[true, true],
  ]);
  expect(rows.filter(({ value, now }) => HALVES.test(value + now))).toEqual([]);

  const csv = `assetnumber,purchasedate\n${LONG.map((text, at) => `CUT-3${at},${text}`).join('\n')}\n`;
  const answer = await importFile(site.admin, 'Computer', csv);
  const reasons: string[] = answer.data.rows.map(({ reason }: { reason: string }) => reason);
  expect(reasons.map((reason) => [reason.includes('…'), HALVES.test(reason)])).toEqual([
    [true, false],
    [true, false],
  ]);
});
