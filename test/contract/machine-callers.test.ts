import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createEnrolledPc, createPc, setSharedKey, withSharedKey } from '../../plugins/endpoints/test/pcs.ts';
import type { Client } from '../support/client.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../support/site.ts';
import { fillPath, isMachine, routeNameOf, switchAllOn } from './requests.ts';

/** The possible responses to a caller: accepted, or rejected by the kind of caller or by the named PC. */
const IN = 'in';
const STRANGER = '401 UNAUTHORIZED';
const NO = '403 FORBIDDEN';
const OTHER = '403 ASSET_MISMATCH';
const ENROLLED = '401 SHARED_KEY_REFUSED';
type Outcome = typeof IN | typeof STRANGER | typeof NO | typeof OTHER | typeof ENROLLED;

/**
 * The expected responses of a kind of route by caller. Callers that are not listed get the response in
 * `OTHERS`.
 */
type Rule = Partial<Record<Who, Outcome>>;

const OTHERS = {
  stranger: STRANGER,
  'a wrong key': STRANGER,
  'kiosk of USB devices': STRANGER,
  'kiosk of printed parts': STRANGER,
  'own credential': STRANGER,
  'credential under another name and serial': STRANGER,
  'shared key': STRANGER,
  'shared key for an enrolled PC': STRANGER,
  'collector key': NO,
  'collector key as a password': STRANGER,
  'collector key for an enrolled PC': NO,
  'service: collector.ingest': NO,
  'service: enforce.fetch': NO,
  'service: enforce.report': NO,
  'service: metrics.read': NO,
  'token of an admin': NO,
  'scoped token of everything': NO,
  admin: NO,
} as const satisfies Record<string, Outcome>;
type Who = keyof typeof OTHERS;

const PCS_IN: Rule = {
  'own credential': IN,
  'credential under another name and serial': OTHER,
  'shared key': IN,
  'shared key for an enrolled PC': ENROLLED,
};
const PCS_OUT: Rule = {
  'own credential': NO,
  'credential under another name and serial': NO,
  'shared key': NO,
  'shared key for an enrolled PC': NO,
};
const COLLECTOR_IN: Rule = {
  'collector key': IN,
  'collector key as a password': IN,
  'collector key for an enrolled PC': IN,
  'service: collector.ingest': IN,
};
const COLLECTOR_OF_PCS: Rule = { ...COLLECTOR_IN, 'collector key for an enrolled PC': ENROLLED };
const COLLECTOR_KNOWN: Rule = { 'collector key as a password': NO };

/**
 * The rule of each kind of route: reports of a PC about itself, reports about other things, and requests of
 * agents.
 */
const RULES = {
  /** A PC may report only about itself. The collector key may report about PCs without a credential. */
  reportOfPc: { ...PCS_IN, ...COLLECTOR_OF_PCS },
  /** Only the collector key and its tokens, but no PC. */
  reportOfThing: { ...PCS_OUT, ...COLLECTOR_IN },
  /** All callers that may report anything. The report names no PC. */
  anyReporter: {
    ...PCS_IN,
    ...COLLECTOR_IN,
    'credential under another name and serial': IN,
    'shared key for an enrolled PC': IN,
  },
  agent: PCS_IN,
  alert: { ...PCS_IN, ...COLLECTOR_OF_PCS },
  askedByPc: { ...PCS_IN, ...COLLECTOR_KNOWN },
  enforceMine: { ...PCS_IN, ...COLLECTOR_KNOWN, 'service: enforce.fetch': IN },
  enforceMineReport: { ...PCS_IN, ...COLLECTOR_KNOWN, 'service: enforce.report': IN },
  enforceFetch: { 'service: enforce.fetch': IN },
  enforceReport: { 'service: enforce.report': IN },
  usbKiosk: { 'kiosk of USB devices': IN },
  partsKiosk: { 'kiosk of printed parts': IN },
  /** Only the token in the address, which no other caller has. */
  calendar: {},
} as const satisfies Record<string, Rule>;

/** All machine routes with their rules. A new route fails here until its rule is added. */
const ROUTES: Record<string, keyof typeof RULES> = {
  'POST /api/collector/computers': 'reportOfPc',
  'POST /api/collector/printers': 'reportOfPc',
  'POST /api/collector/endpoints': 'reportOfPc',
  'POST /api/collector/glpi': 'reportOfPc',
  'POST /api/collector/machines': 'reportOfThing',
  'POST /api/collector/network': 'reportOfThing',
  'POST /api/collector/measuringtools': 'reportOfThing',
  'GET /api/collector/status': 'anyReporter',
  'GET /api/collector/glpi': 'anyReporter',
  'POST /api/collector/:plugin': 'anyReporter',
  'POST /api/endpoints/checkin': 'agent',
  'GET /api/endpoints/commands/next': 'agent',
  'POST /api/endpoints/commands/:commandid/result': 'agent',
  'POST /api/endpoints/logs': 'agent',
  'POST /api/endpoints/operator-reports': 'agent',
  'GET /api/endpoints/packages/:packageid/file': 'agent',
  'GET /api/endpoints/alerts': 'alert',
  'POST /api/endpoints/alerts/:id/acknowledge': 'alert',
  'GET /api/printers/assignments/mine': 'askedByPc',
  'GET /api/enforce/mine': 'enforceMine',
  'GET /api/enforce/mine/payload/:sha256': 'enforceMine',
  'POST /api/enforce/mine/report': 'enforceMineReport',
  'GET /api/enforce/manifest': 'enforceFetch',
  'GET /api/enforce/payload/:sha256': 'enforceFetch',
  'POST /api/enforce/report': 'enforceReport',
  'GET /api/dashboard/due.ics': 'calendar',
  'GET /api/usb/kiosk/device/:deviceid': 'usbKiosk',
  'POST /api/usb/kiosk/checkout': 'usbKiosk',
  'POST /api/usb/kiosk/checkin': 'usbKiosk',
  'GET /api/printedparts/kiosk/item/:itemcode': 'partsKiosk',
  'POST /api/printedparts/kiosk/take': 'partsKiosk',
};

let site: Site;
let callers: Record<Who, { client: Client; names: string }>;
beforeAll(async () => {
  site = await startSite();
  await switchAllOn(site);
  await setSharedKey(site);
  const own = await createEnrolledPc(site, 'own-1');
  await createEnrolledPc(site, 'enrolled-1');
  await createPc(site, 'plain-1');
  const { anonymous, admin } = site;
  const bearer = async (body: object) =>
    anonymous.bearer((await admin.post('/api/apitokens', { name: 'x', ...body })).data.secret);
  const service = (scope: string) => bearer({ service: true, scopes: [scope] });
  const kiosk = async (kind: string) => {
    const { data } = await admin.post('/api/kioskdevices', { cabinetname: kind, kind });
    return anonymous.with({ 'x-kiosk-token': data.secret });
  };
  const everything = site.app.host.contributions.permissions
    .flatMap(({ permissions }) => permissions)
    .map(({ name }) => name);
  const collector = anonymous.with({ 'x-api-key': COLLECTOR_KEY });
  const password = anonymous.with({ authorization: `Basic ${btoa(`agent:${COLLECTOR_KEY}`)}` });
  const plain = (client: Client) => ({ client, names: 'plain-1' });
  callers = {
    stranger: plain(anonymous),
    'a wrong key': plain(anonymous.with({ 'x-api-key': 'no-key-of-anybody-here' })),
    'kiosk of USB devices': plain(await kiosk('usb')),
    'kiosk of printed parts': plain(await kiosk('printedparts')),
    'own credential': { client: own.agent, names: 'own-1' },
    'credential under another name and serial': { client: own.agent, names: 'nobody-1' },
    'shared key': plain(withSharedKey(site)),
    'shared key for an enrolled PC': { client: withSharedKey(site), names: 'enrolled-1' },
    'collector key': plain(collector),
    'collector key as a password': plain(password),
    'collector key for an enrolled PC': { client: collector, names: 'enrolled-1' },
    'service: collector.ingest': plain(await service('collector.ingest')),
    'service: enforce.fetch': plain(await service('enforce.fetch')),
    'service: enforce.report': plain(await service('enforce.report')),
    'service: metrics.read': plain(await service('metrics.read')),
    'token of an admin': plain(await bearer({})),
    'scoped token of everything': plain(await bearer({ scopes: everything })),
    admin: plain(admin),
  };
});
afterAll(() => site.stop());

/** Returns a body that is valid for all of these routes. Each route ignores the keys of the others. */
const bodyOf = (hostname: string) => ({
  hostname,
  serialnumber: `SN-${hostname}`,
  queues: [],
  results: [],
  agentversion: '0.1.0',
  commandid: 999_999,
  path: 'C:\\Logs\\app.log',
  content: 'x',
  assetnumber: 'T-1',
  lastcalibrationdate: '2020-01-01',
});
/** Bodies of routes where a key has a different meaning. */
const MORE: Record<string, (hostname: string) => object> = {
  'POST /api/endpoints/commands/:commandid/result': () => ({ status: 'succeeded' }),
  'POST /api/collector/glpi': (name) => ({
    action: 'inventory',
    deviceid: `${name}-2026-01-01-00-00-00`,
    itemtype: 'Computer',
    content: { versionclient: 'GLPI-Agent_v1.11', hardware: { name }, bios: { ssn: `SN-${name}` } },
  }),
};
const FORMS = ['POST /api/endpoints/operator-reports'];

async function send(client: Client, method: string, name: string, path: string, hostname: string) {
  const url = `${path}?hostname=${hostname}&wait=0&pctype=x&action=getConfig`;
  if (method === 'GET') return client.get(url);
  if (!FORMS.includes(name)) return client.post(path, { ...bodyOf(hostname), ...MORE[name]?.(hostname) });
  const form = new FormData();
  form.append('text', 'It is warm.');
  form.append('hostname', hostname);
  return client.upload(url, form);
}

const machineRoutes = () =>
  site.app.routes.filter(({ access, aliasOf }) => isMachine(access) && aliasOf === undefined);

test('the table lists each collector and each machine route', () => {
  expect(machineRoutes().map(routeNameOf).toSorted()).toEqual(Object.keys(ROUTES).toSorted());
  const { collectors } = site.app.host.contributions;
  for (const { name } of collectors(site.app.host))
    expect(ROUTES[`POST /api/collector/${name}`]).toBeDefined();
});

test('each machine route returns to each kind of caller the response in the table', async () => {
  const wrong: string[] = [];
  for (const route of machineRoutes()) {
    const rule: Rule = RULES[ROUTES[routeNameOf(route)]!];
    for (const [who, { client, names }] of Object.entries(callers)) {
      const wanted = rule[who as Who] ?? OTHERS[who as Who];
      const { status, error } = await send(client, route.method, routeNameOf(route), fillPath(route), names);
      const result = status === 401 || status === 403 ? `${status} ${error?.code}` : IN;
      if (result !== wanted)
        wrong.push(`${routeNameOf(route)}: ${who}: ${result}, not ${wanted} (${status})`);
      // Advances the clock, because reports with one credential are rate limited.
      site.clock.advance(1000);
    }
  }
  expect(wrong).toEqual([]);
});

test('an encoded spelling of a collector path gives a PC no access', async () => {
  const { client } = callers['own credential'];
  for (const spelling of ['%6dachines', 'machines%2f', 'machine%73', '%6Eetwork', 'measuring%74ools']) {
    const { status } = await client.post(`/api/collector/${spelling}`, { assetnumber: 'T-2' });
    expect([spelling, [403, 404].includes(status)]).toEqual([spelling, true]);
  }
  expect((await site.admin.get('/api/assets?search=T-2')).data).toEqual([]);
});
