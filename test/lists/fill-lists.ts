import {
  createEnrolledPc,
  createPc,
  requestEnrollment,
  setSharedKey,
} from '../../plugins/endpoints/test/pcs.ts';
import { addDays } from '../../src/kit/clock.ts';
import type { Value } from '../../src/kit/data/reader.ts';
import type { Site } from '../support/site.ts';

/** The IDs in the paths of lists. */
export interface PathIds {
  assetid: number;
  notificationid: number;
  itemid: number;
  scopeid: number;
  subnetid: number;
}

const create = async (site: Site, path: string, body: object) => {
  const { status, data, text } = await site.admin.post(`/api/${path}`, body);
  if (status !== 201) throw new Error(`${path}: ${text}`);
  return data;
};

/** Creates rows for the lists that no register serves. Returns the IDs in their paths. */
export async function fillLists(site: Site): Promise<PathIds> {
  await createDueItems(site);
  const assetid = await createCommands(site);
  await createRequests(site);
  createReports(site, assetid);
  createBuildsAndTokens(site);
  createCollisions(site);
  await createPrinterModels(site);
  createDuplicateNames(site);
  await createSnapshots(site);
  await createImports(site);
  return {
    assetid,
    notificationid: await createAlert(site),
    itemid: await createPrintFiles(site),
    scopeid: await createRevisions(site),
    subnetid: await createSubnet(site),
  };
}

/** Inserts a row that no request creates in a test of lists. */
function insert(site: Site, table: string, row: Record<string, Value>): void {
  const names = Object.keys(row);
  const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  site.app.host.db.writeUnaudited((tx) => tx.runUnjournaled(sql, ...Object.values(row)));
}

/** Returns an instant some days from now. */
const daysFromNow = (site: Site, days: number): string =>
  new Date(site.clock.now().getTime() + days * 86_400_000).toISOString();

function createReports(site: Site, assetid: number): void {
  for (let n = 0; n < 4; n++) {
    const createddate = daysFromNow(site, n - 4);
    insert(site, 'operatorreports', {
      assetid,
      devicename: `pc-${12 - n}`,
      machinenumber: n % 2 === 0 ? `M-${n}` : null,
      text: `Screen ${9 - n}`,
      reason: n === 3 ? 'Other' : null,
      screenshot: n === 1 ? 'shot.png' : null,
      createddate,
    });
    insert(site, 'endpointlogs', {
      assetid,
      commandid: n + 1,
      path: `C:\\logs\\app-${12 - n}.log`,
      content: 'x',
      size: 100 - n,
      sha256: `abc${n}`,
      createddate,
    });
  }
}

function createBuildsAndTokens(site: Site): void {
  for (let n = 0; n < 4; n++) {
    const stamps = { createddate: daysFromNow(site, n - 4), modifieddate: daysFromNow(site, -n) };
    insert(site, 'agentpackages', {
      version: `1.0.${12 - n}`,
      platform: n % 2 === 0 ? 'windows-x64' : 'linux-x64',
      filename: `file-${n}`,
      originalname: `agent-${12 - n}.exe`,
      size: 1000 - n,
      sha256: `abc${n}`,
      iscurrent: n === 1 ? 1 : 0,
      ...stamps,
    });
    insert(site, 'bootstraptokens', {
      name: `Hall ${12 - n}`,
      prefix: `mw_bst_${n}`,
      secrethash: `hash-${n}`,
      expiresat: daysFromNow(site, n - 1.5),
      maxuses: n === 2 ? 5 : null,
      usecount: n === 2 ? 5 : n,
      revoked: n === 3 ? 1 : 0,
      ...stamps,
    });
  }
}

async function createSnapshots(site: Site): Promise<void> {
  for (const name of ['Before 10', 'Before 2', 'After'])
    await create(site, 'mappositions/snapshots', { name });
}

/** Creates a subnet with a gateway, and assets of two types in it, of which two have one address. */
async function createSubnet(site: Site): Promise<number> {
  const { subnetid } = await create(site, 'network/subnets', { cidr: '10.44.0.0/24', gateway: '10.44.0.1' });
  for (const [n, ipaddress] of ['10.44.0.9', '10.44.0.10', '10.44.0.10'].entries()) {
    const device = { assetnumber: `NET-${12 - n}`, name: n === 1 ? null : `Switch ${n}`, ipaddress };
    await create(site, 'network', device);
  }
  const assetid = await createPc(site, 'subnetpc');
  const line = { commtype: 'ip', address: '10.44.0.77', isprimary: true };
  await create(site, `assets/${assetid}/communications`, line);
  return subnetid;
}

async function createImports(site: Site): Promise<void> {
  for (const [index, name] of ['vendors-10.csv', 'vendors-2.csv', 'vendors-9.csv'].entries()) {
    const form = new FormData();
    form.set('target', 'vendors');
    form.set('dryrun', String(index === 0));
    form.set('file', new File([`Vendor\nSupplier ${index}\n`], name));
    const { status, text } = await site.admin.upload('/api/imports', form);
    if (status !== 201) throw new Error(text);
  }
}

async function createAlert(site: Site): Promise<number> {
  const { notificationid } = await create(site, 'notifications', {
    notification: 'Line stop',
    starttime: daysFromNow(site, -1),
  });
  const computers = (await site.admin.get('/api/computers?per_page=100')).data as { assetid: number }[];
  for (const [index, { assetid }] of computers.entries())
    insert(site, 'endpointalertacks', {
      notificationid,
      assetid,
      createddate: daysFromNow(site, index - 5),
    });
  return notificationid;
}

/** Creates a scope with revisions. It targets all PCs. */
async function createRevisions(site: Site): Promise<number> {
  const { scopeid } = await create(site, 'enforce/scopes', { scopename: 'All PCs', iscommon: true });
  for (let n = 0; n < 4; n++)
    insert(site, 'enforcesnapshots', {
      scopeid,
      revision: n + 1,
      manifestversion: `1.${12 - n}`,
      body: '{}',
      sha256: `abc${n}`,
      contentsha256: `abc${n}`,
      entrycount: 9 - n,
      publishedby: n % 2 === 0 ? 'admin' : 'operator',
      note: n === 2 ? 'Fewer entries' : null,
      rollbackof: n === 3 ? 1 : null,
      createddate: daysFromNow(site, n - 4),
    });
  return scopeid;
}

async function createPrinterModels(site: Site): Promise<void> {
  const { vendorid } = await create(site, 'vendors', { vendor: 'Paper works' });
  const types = (await site.admin.get('/api/assets/types?per_page=100')).data as {
    assettype: string;
    assettypeid: number;
  }[];
  const { assettypeid } = types.find(({ assettype }) => assettype === 'Printer')!;
  for (const [index, modelnumber] of ['LP 10', 'lp 2', 'LP 9'].entries()) {
    const { modelnumberid } = await create(site, 'models', {
      modelnumber,
      assettypeid,
      vendorid: index === 1 ? undefined : vendorid,
      description: index === 2 ? 'Label printer' : undefined,
    });
    if (index === 1) await create(site, 'printers', { assetnumber: 'PR-1', modelnumberid });
  }
}

function createCollisions(site: Site): void {
  for (let n = 0; n < 3; n++) {
    const stamp = daysFromNow(site, n - 4);
    insert(site, 'assetcollisions', {
      olderassetid: n + 1,
      newerassetid: n + 2,
      reason: `Both have the serial number SN-${12 - n}.`,
      createddate: stamp,
      modifieddate: stamp,
    });
  }
}

/** Creates names that differ only in letter case, as earlier versions allowed. */
function createDuplicateNames(site: Site): void {
  const createddate = daysFromNow(site, -4);
  for (const [index, vendor] of ['Öl 10', 'öl 10', 'Öl 2', 'öl 2', 'Ärzte', 'ärzte'].entries()) {
    const vendorid = 1000 + index;
    insert(site, 'vendors', { vendorid, vendor, createddate, modifieddate: createddate });
    insert(site, 'foldednames', {
      tablename: 'vendors',
      columnname: 'vendor',
      recordid: vendorid,
      folded: vendor.toLowerCase(),
    });
  }
}

async function createPrintFiles(site: Site): Promise<number> {
  const { itemid } = await create(site, 'printedparts/items', { itemcode: 'BR-1', itemname: 'Bracket' });
  for (let n = 0; n < 4; n++)
    insert(site, 'printedpartfiles', {
      itemid,
      revision: n + 1,
      filename: `stored-${n}`,
      originalname: `bracket-${12 - n}.3mf`,
      size: 500 - n,
      sha256: `abc${n}`,
      note: n === 2 ? 'Stronger' : null,
      uploadedby: 'admin',
      createddate: daysFromNow(site, n - 3),
      modifieddate: daysFromNow(site, n - 3),
    });
  return itemid;
}

async function createDueItems(site: Site): Promise<void> {
  const today = site.app.host.db.read((reader) => reader.today);
  const hall = await create(site, 'locations', { location: 'Hall 1' });
  const cell = await create(site, 'locations', { location: 'Cell 2', parentlocationid: hall.locationid });
  const places = [hall.locationid, cell.locationid, undefined];
  for (const [index, days] of [-3, 0, 1, 5, 40].entries())
    await create(site, 'measuringtools', {
      assetnumber: `MT-${[10, 2, 1, 33, 4][index]}`,
      name: index % 2 === 0 ? `Gauge ${index}` : undefined,
      serialnumber: `SN-${index}`,
      lastcalibrationdate: addDays(today, days - 60),
      calibrationintervaldays: 60,
      locationid: places[index % 3],
    });
  await create(site, 'warranty', {
    warrantyname: 'Press service',
    enddate: addDays(today, 2),
    assetids: [1],
  });
}

const STATES = ['queued', 'succeeded', 'failed', 'succeeded'];

/** Creates PCs with commands. Returns the asset ID of one of them. */
async function createCommands(site: Site): Promise<number> {
  await setSharedKey(site);
  const { db } = site.app.host;
  const { assetid, agent } = await createEnrolledPc(site, 'pc-10', { name: 'Line 10' });
  await agent.post('/api/endpoints/checkin', { hostname: 'pc-10', agentversion: '0.1.10', verdict: 'ok' });
  const others = [await createPc(site, 'pc-9'), await createPc(site, 'PC-2')];
  const admin = db.read(
    (reader) => reader.get<{ userid: number }>('SELECT userid FROM users LIMIT 1')!.userid,
  );
  const at = (days: number) => daysFromNow(site, days);
  for (let n = 0; n < 9; n++) {
    const isDone = n % 3 > 0;
    db.writeUnaudited((tx) =>
      tx.runUnjournaled(
        `INSERT INTO endpointcommands (assetid, action, parameters, payload, state, reason, userid, username, isoverride,
          claimeddate, finisheddate, exitcode, output, durationms, createddate) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`,
        [assetid, ...others][n % 3]!,
        ['message', 'reboot', 'enforce_run'][n % 3]!,
        n % 3 === 0 ? '{"text":"Hello"}' : '{}',
        n % 4 === 0 ? `{"appname":"App ${12 - n}","version":"1.${n + 5}"}` : '{}',
        STATES[n % 4]!,
        n % 4 === 3 ? `Reason ${n}` : null,
        n % 2 === 0 ? admin : null,
        n % 2 === 0 ? 'admin' : `operator ${n}`,
        n % 5 === 0 ? 1 : 0,
        isDone ? at(n - 6) : null,
        isDone ? at(n - 5) : null,
        isDone ? n - 3 : null,
        isDone ? `Line ${20 - n}${n === 5 ? 'x'.repeat(5000) : ''}` : null,
        isDone ? 1000 - n : null,
        at(n - 8),
      ),
    );
  }
  return assetid;
}

async function createRequests(site: Site): Promise<void> {
  for (const hostname of ['new-10', 'new-2', 'new-9'])
    await requestEnrollment(site.anonymous, hostname, undefined, `S-${hostname}`);
  await requestEnrollment(site.anonymous, 'new-2', undefined, 'S-new-2');
  const { data } = await site.admin.get('/api/endpoints/enrollment');
  const { requestid } = data.requests[0];
  await site.admin.post(`/api/endpoints/enrollment/${requestid}/reject`, { reason: 'Unknown PC' });
}
