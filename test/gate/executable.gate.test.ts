import { expect, setDefaultTimeout, test } from 'bun:test';
import { version } from '../../src/kit/version.ts';
import { startAppliance } from '../browser/harness.ts';
import { createScratchDirectory } from '../faults/process.ts';
import { prepareExecutable } from '../support/executable.ts';

setDefaultTimeout(120_000);

const data = createScratchDirectory('gate-executable');

test('the executable starts, responds over TLS and serves the web UI', async () => {
  const appliance = await startAppliance({ program: [prepareExecutable()], data });
  const tls = { rejectUnauthorized: false };
  const health = await fetch(`${appliance.url}/api/dashboard/health`, { tls });
  expect([health.status, (await health.json()).data]).toMatchObject([200, { healthy: true, version }]);
  const page = await (await fetch(`${appliance.url}/`, { tls })).text();
  const script = /src="\.\/([^"]+\.js)"/.exec(page)?.[1];
  expect((await fetch(`${appliance.url}/${script}`, { tls })).headers.get('content-type')).toContain(
    'javascript',
  );
  expect([await appliance.stop(), appliance.stderr()]).toEqual([0, '']);
});
