import { afterAll, beforeAll, expect } from 'bun:test';
import { type Site, startSite } from '../../../test/support/site.ts';
import { testJourney } from '../../../test/support/step.ts';
import { FakeZabbix } from './fake-zabbix.ts';

let site: Site;
let zabbix: FakeZabbix;
let printerid: number;
const heard: { event: string; title: string; severity: string; data: { supplies: { level: number }[] } }[] =
  [];
const receiver = Bun.serve({
  port: 0,
  fetch: async (request) => {
    heard.push(await request.json());
    return new Response('ok');
  },
});

beforeAll(async () => {
  site = await startSite();
  zabbix = new FakeZabbix('token');
  printerid = (
    await site.admin.post('/api/printers', {
      assetnumber: 'P-1',
      windowsname: 'Hall1',
      ipaddress: '10.5.0.1',
    })
  ).data.printerid;
  zabbix.hosts = [{ hostid: '501', host: 'x', ip: '10.5.0.1' }];
  for (const [key, value] of Object.entries({
    zabbix_url: zabbix.url,
    zabbix_token: 'token',
    alert_webhook_url: `http://127.0.0.1:${receiver.port}/hook`,
    smtp_host: '127.0.0.1',
    alert_recipients: 'a@plant.example, b@plant.example',
    site_url: 'https://assets.plant.example',
  }))
    expect([key, (await site.admin.put(`/api/settings/${key}`, { value })).status]).toEqual([key, 200]);
});
afterAll(async () => {
  zabbix.stop();
  await receiver.stop(true);
  await site.stop();
});

/** Runs the job with a level and returns the number of alerts so far. */
async function look(
  lastvalue: string,
  lastclock = Math.floor(site.clock.now().getTime() / 1000),
): Promise<number> {
  zabbix.items = [{ hostid: '501', name: 'Black Toner', key_: 'k', units: '%', lastvalue, lastclock }];
  const { data } = await site.admin.post('/api/jobs/printers.supplies/run');
  expect([data.lastresult, data.lasterror]).toEqual(['ok', null]);
  await site.app.host.outbox.drain();
  return heard.length;
}

testJourney('the job sends one alert for each crossing, and another one when a new supply runs low', {
  'Low toner is reported once by webhook and by mail': expectOneAlertPerCrossing,
  'No alert is sent or repeated while the level is unknown': expectNoneWhileUnknown,
  'A replaced supply is reported again when it is low': expectAnotherAfterChange,
});

async function expectOneAlertPerCrossing(): Promise<void> {
  expect(await look('50')).toBe(0);
  expect(await look('20')).toBe(1);
  expect(heard[0]).toMatchObject({
    event: 'printers.supplies.low',
    title: 'Black Toner of Hall1 is low at 20 %.',
    severity: 'warning',
    url: 'https://assets.plant.example/printers/supplies',
    data: { supplies: [{ printerid, supply: 'Black Toner', level: 20, state: 'low', partnumber: null }] },
  });
  const mails = site.app.host.db.read((reader) =>
    reader.value<number>("SELECT count(*) FROM outbox WHERE kind = 'mail'"),
  );
  expect(mails).toBe(2);
  expect(await look('15')).toBe(1);
  expect(await look('9')).toBe(2);
  expect(heard[1]!.severity).toBe('critical');
  expect(await look('3')).toBe(2);
}

async function expectNoneWhileUnknown(): Promise<void> {
  for (const unknown of ['-2', '-3', 'text']) expect(await look(unknown)).toBe(2);

  zabbix.mode = '500';
  expect(await look('3')).toBe(2);
  zabbix.mode = 'well';
  site.clock.advance(61_000);
  expect(await look('3')).toBe(2);
}

async function expectAnotherAfterChange(): Promise<void> {
  const low = async () => (await site.admin.get('/api/printers?lowsupplies=true')).data.length;
  expect(await low()).toBe(1);
  expect((await site.admin.get('/api/dashboard/summary')).text).toContain('/printers?lowsupplies=true');
  expect(await look('100')).toBe(2);
  expect(await low()).toBe(0);
  expect(await look('10')).toBe(3);
  const [row] = (await site.admin.get('/api/auditlogs?action=printers.supply.alerted&per_page=1')).data;
  expect(row.details.low).toEqual(['Black Toner of Hall1 is critical at 10 %.']);
}
