import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Appliance, startAppliance } from './browser/harness.ts';

setDefaultTimeout(120_000);

/** Debian's own package; `.ci/run` installs it. */
const AGENT = '/usr/bin/fusioninventory-agent';
const isThere = existsSync(AGENT) || Boolean(process.env.CI);
const KEY = 'key-of-real-agents';

let appliance: Appliance;
let authority: string;
beforeAll(async () => {
  appliance = await startAppliance({ env: { MILLWRIGHT_COLLECTOR_KEY: KEY } });
  const pem = readFileSync(join(appliance.data, 'certs/server.pem'), 'utf8');
  authority = join(mkdtempSync(join(tmpdir(), 'agent-')), 'ca.pem');
  writeFileSync(authority, /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----\n/.exec(pem)![0]);
});
afterAll(() => appliance?.stop());

const get = async (path: string) => {
  const answer = await fetch(`${appliance.url}/api${path}`, { tls: { rejectUnauthorized: false } });
  return (await answer.json()).data;
};

async function report(password = KEY): Promise<string> {
  const child = Bun.spawn(
    [
      ...[AGENT, '--force', '--logger=stderr', '--debug', '--ca-cert-file', authority],
      ...['--server', `${appliance.url}/api/collector/glpi`, '--user', 'agent', '--password', password],
    ],
    { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' },
  );
  const [log] = await Promise.all([new Response(child.stderr).text(), child.exited]);
  return log;
}

const faults = (log: string): string[] => log.split('\n').filter((line) => line.startsWith('[error]'));

test.skipIf(!isThere)(
  'an agent that is installed everywhere reports its PC over TLS without a fault, and again as the same one',
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

test.skipIf(!isThere)('with a wrong key it is told so, and nothing is kept', async () => {
  const before = (await get('/computers')).length;
  expect(faults(await report('not-the-key')).join()).toContain('wrong credentials');
  expect((await get('/computers')).length).toBe(before);
});
