import { randomBytes } from 'node:crypto';
import { version } from '../kit/version.ts';
import type { ApiClient, ApiRecord } from './api-client.ts';
import { forEachConcurrently } from './concurrency.ts';
import { LANES } from './load-assets.ts';
import { isToBeFilled, type PaperGround, someOf } from './load-paper-ground.ts';
import { createRandom, type Random } from './random.ts';

const ENROLLED = 30;
const WAITING_COUNT = 3;
const SYSTEM = 'Microsoft Windows 11 Pro (10.0.26200)';
const MESSAGE = 'The network of hall 2 is serviced at 16:00. Save your work.';

const SCRIPTS = [
  {
    scriptname: 'Free space',
    description: 'Free space on each drive.',
    body: 'Get-PSDrive -PSProvider FileSystem | Format-Table Name, Used, Free\n',
  },
  {
    scriptname: 'Restart the spooler',
    description: 'For PCs that no longer print.',
    body: 'Restart-Service -Name Spooler -Force\n',
    errormode: 'stop',
  },
];

const CHECKS: readonly (readonly [level: string, name: string, message: string])[] = [
  ['noise', 'Time', 'The clock is 4 seconds ahead.'],
  ['degraded', 'Disk', 'Drive C: has 6 % left.'],
  ['blocked', 'Updates', 'A restart is required to install an update.'],
];

interface Agent {
  api: ApiClient;
  random: Random;
  hostname: string;
  serialnumber: string;
}

/** Creates approved agents that have checked in, pending enrollments, scripts, a policy and commands. */
export async function loadFleet({ api, seed, ...ground }: PaperGround): Promise<void> {
  if (!(await isToBeFilled(api, '/api/endpoints/scripts'))) return;
  for (const script of SCRIPTS) await api.post('/api/endpoints/scripts', script);
  await api.post('/api/endpoints/policies', {
    policyname: 'Machine PCs',
    scope: { computertype: ['Machine PC'] },
    allowedactions: ['inventory_refresh', 'enforce_run', 'message', 'run_script'],
    priority: 10,
  });
  const assetids = someOf({ api, seed, ...ground }, 'Computer', ENROLLED + WAITING_COUNT);
  await forEachConcurrently(assetids.entries(), LANES, async ([index, assetid]) => {
    const { hostname, serialnumber }: ApiRecord = await api.get(`/api/computers/by-asset/${assetid}`);
    if (!hostname || !serialnumber) return;
    const random = createRandom(seed, 'agent', assetid);
    const agent = { api, random, hostname: String(hostname), serialnumber: String(serialnumber) };
    const credential = await enroll(agent, index < ENROLLED ? assetid : undefined);
    if (credential) await work(agent, assetid, { 'X-Endpoint-Credential': credential });
  });
  // A PC that is not in the register also requests enrollment, so that the demo shows such a request.
  const random = createRandom(seed, 'stranger');
  await enroll({ api, random, hostname: 'DESKTOP-7H2K', serialnumber: 'MJ0A12B3' }, undefined);
}

/** Requests enrollment as a new agent does. With an asset, also approves it and fetches the credential. */
async function enroll(
  { api, hostname, serialnumber }: Agent,
  assetid: number | undefined,
): Promise<string | undefined> {
  const nonce = randomBytes(32).toString('hex');
  const request = { hostname, serialnumber, nonce, agentversion: version, osversion: SYSTEM };
  const { requestid } = await api.post('/api/endpoints/enroll', request);
  if (assetid === undefined || !requestid) return undefined;
  await api.post(`/api/endpoints/enrollment/${requestid}/approve`, { assetid });
  const { credential } = await api.post('/api/endpoints/enroll', request);
  return credential ? String(credential) : undefined;
}

/** Checks in an agent. Most get a message command, and most of those report its result. */
async function work({ api, random }: Agent, assetid: number, headers: Record<string, string>): Promise<void> {
  const checks = random.chance(0.25) ? [random.pick(CHECKS)] : [];
  await api.post(
    '/api/endpoints/checkin',
    {
      agentversion: version,
      osversion: SYSTEM,
      uptimeseconds: random.whole(600, 900_000),
      servertrust: { pinned: true, spkipin: null },
      checks: checks.map(([level, name, message]) => ({ level, name, message })),
    },
    headers,
  );
  if (!random.chance(0.6)) return;
  const command = { action: 'message', parameters: { text: MESSAGE } };
  await api.post(`/api/endpoints/asset/${assetid}/commands`, command);
  if (random.chance(0.2)) return;
  const { commandid } = (await api.get('/api/endpoints/commands/next?wait=0', headers)) as ApiRecord;
  const isSeen = random.chance(0.8);
  await api.post(
    `/api/endpoints/commands/${commandid}/result`,
    isSeen
      ? { status: 'succeeded', exitcode: 0, output: 'Shown in the sessions of this PC.', durationms: 240 }
      : { status: 'failed', output: 'No user is signed in to see the message.', durationms: 90 },
    headers,
  );
}
