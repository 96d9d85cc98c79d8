import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type Appliance, startAppliance } from '../browser/harness.ts';
import { createScratchDirectory } from '../faults/process.ts';

setDefaultTimeout(120_000);

/** A program of a Debian package that `.ci/run` installs. */
const AGENT = '/usr/bin/fusioninventory-agent';
const KEY = 'key-of-a-real-agent';
const folder = createScratchDirectory('gate-agent');
const isRun = Bun.which(AGENT) !== null || Boolean(process.env.CI);

let appliance: Appliance;
beforeAll(async () => {
  if (isRun) appliance = await startAppliance({ env: { MILLWRIGHT_COLLECTOR_KEY: KEY } });
});
afterAll(() => appliance?.stop());

test.if(isRun)('the FusionInventory agent reports this computer over TLS, with its programs', async () => {
  const pem = readFileSync(join(appliance.data, 'certs/server.pem'), 'utf8');
  const authority = join(folder, 'ca.pem');
  writeFileSync(authority, /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----\n/.exec(pem)![0]);
  const target = ['--server', `${appliance.url}/api/collector/glpi`, '--user', 'agent', '--password', KEY];
  const child = Bun.spawn(
    [AGENT, '--force', '--logger=stderr', '--debug', '--ca-cert-file', authority, ...target],
    { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' },
  );
  const log = await new Response(child.stderr).text();
  expect(log.split('\n').filter((line) => line.startsWith('[error]'))).toEqual([]);
  const get = async (path: string) =>
    (await (await fetch(`${appliance.url}/api${path}`, { tls: { rejectUnauthorized: false } })).json()).data;
  const computer = await get(`/computers/by-hostname/${hostname()}`);
  expect(computer.osname).toMatch(/\S/);
  expect((await get(`/computers/${computer.computerid}/apps`)).length).toBeGreaterThan(20);
});
