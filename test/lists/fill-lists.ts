import {
  createEnrolledPc,
  createPc,
  requestEnrollment,
  setSharedKey,
} from '../../plugins/endpoints/test/pcs.ts';
import { addDays } from '../../src/kit/clock.ts';
import type { Site } from '../support/site.ts';

/** The IDs in the paths of lists, by the names of their parameters. */
export type PathIds = Record<string, number>;

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
  return { assetid, id: assetid };
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
  const at = (days: number) => new Date(site.clock.now().getTime() + days * 86_400_000).toISOString();
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
