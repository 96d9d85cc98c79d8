import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import {
  pinOfAppliance,
  runAgentProgram,
  startAgentProcess,
} from '../plugins/endpoints/test/agent-process.ts';
import { type Appliance, startAppliance } from './browser/harness.ts';
import { createFirstAdmin, createScratchDirectory, post } from './faults/process.ts';
import { eventually } from './support/receivers.ts';

setDefaultTimeout(120_000);

/** Programs of Debian packages that `.ci/run` installs. */
const FUSION = '/usr/bin/fusioninventory-agent';
const OCS = '/usr/bin/ocsinventory-agent';
const isThere = [FUSION, OCS].every((agent) => existsSync(agent)) || Boolean(process.env.CI);
const KEY = 'key-of-real-agents';
const scratch = createScratchDirectory('agents');

let appliance: Appliance;
let folder: string;
let authority: string;
beforeEach(async () => {
  folder = mkdtempSync(join(scratch, 'case-'));
  appliance = await startAppliance({ env: { MILLWRIGHT_COLLECTOR_KEY: KEY } });
  const pem = readFileSync(join(appliance.data, 'certs/server.pem'), 'utf8');
  authority = join(folder, 'ca.pem');
  writeFileSync(authority, /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----\n/.exec(pem)![0]);
});
afterEach(() => appliance?.stop());

const get = async (path: string, headers = {}) => {
  const answer = await fetch(`${appliance.url}/api${path}`, { headers, tls: { rejectUnauthorized: false } });
  return (await answer.json()).data;
};

async function run(...command: string[]): Promise<string> {
  const child = Bun.spawn(command, { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' });
  const [log] = await Promise.all([new Response(child.stderr).text(), child.exited]);
  return log;
}

const glpi = () => `${appliance.url}/api/collector/glpi`;
/**
 * Reports a PC even when the tests run in a container, which this agent would report as a virtual machine.
 */
function report(password = KEY): Promise<string> {
  const asPc = join(folder, 'as-pc.xml');
  writeFileSync(
    asPc,
    '<REQUEST><CONTENT><HARDWARE><VMSYSTEM>Physical</VMSYSTEM></HARDWARE></CONTENT></REQUEST>',
  );
  return run(
    ...[FUSION, '--force', '--logger=stderr', '--debug', '--ca-cert-file', authority],
    ...['--server', glpi(), '--user', 'agent', '--password', password, '--additional-content', asPc],
  );
}

/**
 * Runs the OCS agent. It takes user and password in base64 and accepts only one realm. Debian configures a
 * folder for its data, which is replaced here.
 */
const reportOcs = (password = KEY): Promise<string> =>
  run(
    ...[OCS, '--force', '--debug', '--nolocal', '--local', '', '--basevardir', join(folder, 'ocs')],
    ...['--ssl', '1', '--ca', authority, '--server', glpi().replace('127.0.0.1', 'localhost')],
    ...['--realm', 'Millwright', '--user', btoa('agent'), '--password', btoa(password)],
  );

const faults = (log: string): string[] => log.split('\n').filter((line) => line.startsWith('[error]'));

test.skipIf(!isThere)(
  'the FusionInventory agent reports its PC over TLS without an error, and twice as the same PC',
  async () => {
    expect(faults(await report())).toEqual([]);
    const computer = await get(`/computers/by-hostname/${hostname()}`);
    expect(computer.osname).toMatch(/\S/);
    expect((await get(`/computers/${computer.computerid}/apps`)).length).toBeGreaterThan(20);
    expect(faults(await report())).toEqual([]);
    expect((await get('/computers')).length).toBe(1);
    expect((await get(`/computers/by-hostname/${hostname()}`)).modifieddate).toBe(computer.modifieddate);
  },
);

test.skipIf(!isThere)(
  'the agents of OCS Inventory and Millwright report to the PC of another agent',
  async () => {
    expect(faults(await report())).toEqual([]);
    const before = await get(`/computers/by-hostname/${hostname()}`);
    const refusals = (log: string) => log.split('\n').filter((line) => line.includes('Cannot establish'));
    expect(refusals(await reportOcs())).toEqual([]);
    expect((await get('/computers')).length).toBe(1);
    expect(refusals(await reportOcs('not-the-key')).join()).toContain('401');

    const headers = await createFirstAdmin(appliance.url);
    const place = ['--state', join(folder, 'own')];
    await runAgentProgram('enroll', '--server', appliance.url, '--pin', pinOfAppliance(appliance), ...place);
    const { requests } = await get('/endpoints/enrollment', headers);
    expect(requests.map((one: { computer: { assetid: number } }) => one.computer.assetid)).toEqual([
      before.assetid,
    ]);
    await post(appliance.url, `/api/endpoints/enrollment/${requests[0].requestid}/approve`, headers, {});
    const agent = startAgentProcess(...place);
    try {
      const lastreport = () => get(`/computers/${before.computerid}`);
      const old = (await lastreport()).lastreporteddate;
      await eventually(async () => (await lastreport()).lastreporteddate !== old, 'the agent reports');
      const { credentialstate } = await get(`/endpoints/asset/${before.assetid}/status`, headers);
      expect([credentialstate, (await get('/computers')).length]).toEqual(['enrolled', 1]);
    } finally {
      agent.kill();
      await agent.exited;
    }
  },
);

test.skipIf(!isThere)('an agent with a wrong key is refused, and nothing is stored', async () => {
  const before = (await get('/computers')).length;
  expect(faults(await report('not-the-key')).join()).toContain('wrong credentials');
  expect((await get('/computers')).length).toBe(before);
});
