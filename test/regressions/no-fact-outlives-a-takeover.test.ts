import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createReporter } from '../support/reports.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let ask: ReturnType<typeof createReporter>;
beforeEach(async () => {
  site = await startSite();
  ask = createReporter(site);
});
afterEach(() => site.stop());

const BOOT = '2026-01-31 08:00:00';
const SHARED = { uuid: '4c4c4544-0042-3010-8051-b4c04f4e3232', ssn: 'SN-1' };

/** An inventory with all facts that are stored. Each kind has a different text. */
const FULL = {
  operatingsystem: { full_name: 'Owner OS', name: 'Owner OS', version: '10.1', boot_time: BOOT },
  users: [{ login: 'owner-user' }],
  cpus: [{ name: 'Owner processor' }],
  memories: [{ capacity: 8192, description: 'Owner memory', numslots: 1 }],
  storages: [{ name: 'Owner disk', disksize: 512_000, type: 'disk' }],
  drives: [{ volumn: 'Owner volume', letter: 'C:', total: 500_000, free: 5000 }],
  monitors: [{ caption: 'Owner monitor', serial: 'MON-1' }],
  videos: [{ name: 'Owner graphics' }],
  batteries: [{ name: 'Owner battery' }],
  antivirus: [{ name: 'Owner antivirus' }],
  virtualmachines: [{ name: 'Owner machine', vmtype: 'KVM' }],
  printers: [{ name: 'Owner printer' }],
  softwares: [{ name: 'Owner program', version: '1.0', publisher: 'Owner publisher' }],
};
const MACS = { owner: '3c:52:82:00:00:01', taker: '3c:52:82:00:00:02' };

const owner = () =>
  ask.inventory({
    ...FULL,
    hardware: { name: 'owner.plant.local', uuid: SHARED.uuid, chassis_type: 'Owner chassis' },
    bios: {
      ssn: SHARED.ssn,
      smanufacturer: 'Owner maker',
      smodel: 'Owner model',
      bversion: 'Owner BIOS',
      bdate: '2026-01-01',
    },
    networks: [{ description: 'Owner adapter', mac: MACS.owner, ipaddress: '10.0.0.1' }],
  });
const taker = (more: object = {}) =>
  ask.inventory({
    hardware: { name: 'taker', uuid: SHARED.uuid },
    bios: { ssn: SHARED.ssn },
    networks: [{ mac: MACS.taker }],
    ...more,
  });

/**
 * Columns that stay when another computer takes a record over: its number, its history, and identifiers that
 * both report.
 */
const LASTING = new Set([
  ...['assetid', 'computerid', 'assetnumber', 'assettypeid', 'statusid', 'serialnumber', 'uuid'],
  ...['isactive', 'iscontainer', 'assetnumbersortkey', 'createddate', 'modifieddate', 'lastreporteddate'],
]);

type Row = Record<string, unknown>;

/** Returns all stored facts of an asset, by table and column, or by kind and name. */
function factsOf(assetid: number): Map<string, unknown> {
  const rows = (sql: string) => site.app.host.db.read((reader) => reader.all<Row>(sql, assetid));
  const [record = {}] = rows('SELECT * FROM assets JOIN computers USING (assetid) WHERE assetid = ?');
  const facts = new Map(
    Object.entries(record).filter(([column, value]) => !LASTING.has(column) && value !== null && value !== 0),
  );
  const of = 'WHERE computerid = (SELECT computerid FROM computers WHERE assetid = ?)';
  for (const { kind, name } of rows(`SELECT kind, name FROM computerparts ${of}`))
    facts.set(`${kind} ${name}`, true);
  for (const { appname } of rows(
    `SELECT appname FROM installedapps JOIN applications USING (appid) ${of} AND installedapps.isactive = 1`,
  ))
    facts.set(`program ${appname}`, true);
  for (const { address } of rows('SELECT address FROM communications WHERE assetid = ?'))
    facts.set(`address ${address}`, true);
  return facts;
}

/** Returns the facts of the first map that have the same value in the second one. */
const survivors = (before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): string[] =>
  [...before].flatMap(([fact, value]) => (after.get(fact) === value ? [fact] : []));

const COLUMNS = [
  ...['vendorid', 'modelnumberid', 'osid', 'loggedinuser', 'lastboottime', 'processor', 'memorygb', 'diskgb'],
  ...['diskfree', 'chassistype', 'biosversion', 'hostname', 'fullhostname', 'name'],
];
const KINDS = [
  ...['processor', 'memory', 'disk', 'volume', 'monitor', 'graphics', 'interface', 'battery', 'antivirus'],
  ...['virtualmachine', 'printer', 'program', 'address'],
];

test('a computer that takes over a record with few facts replaces all previous ones', async () => {
  const { assetid } = await owner();
  const before = factsOf(assetid);
  for (const fact of COLUMNS) expect([fact, before.has(fact)]).toEqual([fact, true]);
  for (const kind of KINDS)
    expect([kind, [...before.keys()].some((fact) => fact.startsWith(`${kind} `))]).toEqual([kind, true]);
  expect((await taker()).assetid).toBe(assetid);
  expect(survivors(before, factsOf(assetid))).toEqual([]);
});

test('a record that returns to its first computer has no facts of the other one', async () => {
  const { assetid } = await taker();
  expect((await owner()).assetid).toBe(assetid);
  const before = factsOf(assetid);
  expect((await taker()).assetid).toBe(assetid);
  expect(survivors(before, factsOf(assetid))).toEqual([]);
});

test('a computer that a collector script reports replaces all facts of the previous one', async () => {
  const { assetid } = await owner();
  const before = factsOf(assetid);
  const { ssn: serialnumber, uuid } = SHARED;
  await ask.report({ hostname: 'taker', serialnumber, uuid, macaddresses: [MACS.taker] });
  expect(survivors(before, factsOf(assetid))).toEqual([]);
});

test('a takeover without a model clears the model and keeps the facts that it reports itself', async () => {
  const { assetid } = await owner();
  const reported = {
    bios: { ssn: SHARED.ssn, smanufacturer: 'Taker maker' },
    operatingsystem: { full_name: 'Owner OS', name: 'Owner OS', version: '10.1', boot_time: BOOT },
  };
  await taker(reported);
  expect(await ask.asset(assetid)).toMatchObject({ vendor: 'Taker maker', modelnumber: null });
  const facts = factsOf(assetid);
  expect([facts.has('osid'), facts.has('lastboottime')]).toEqual([true, true]);
});

test('a takeover removes scanned addresses of the previous computer and keeps entered ones', async () => {
  const { assetid } = await owner();
  const device = `<IP>10.0.0.7</IP><SNMPHOSTNAME>owner.plant.local</SNMPHOSTNAME><TYPE>COMPUTER</TYPE><MAC>${MACS.owner}</MAC>`;
  const scan = `<?xml version="1.0"?><REQUEST><DEVICEID>scan-1</DEVICEID><QUERY>NETDISCOVERY</QUERY><CONTENT><DEVICE>${device}</DEVICE></CONTENT></REQUEST>`;
  expect(await ask.xml(scan)).toBe(200);
  const entered = { commtype: 'ip', address: '10.0.0.8' };
  expect((await site.admin.post(`/api/assets/${assetid}/communications`, entered)).status).toBe(201);
  const addresses = async () => (await ask.addresses(assetid)).map(({ address }) => address).sort();
  expect(await addresses()).toEqual(['10.0.0.1', '10.0.0.7', '10.0.0.8', MACS.owner]);
  await taker();
  expect(await addresses()).toEqual(['10.0.0.8', MACS.taker]);
});
