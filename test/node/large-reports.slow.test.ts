import { expect, setDefaultTimeout, test } from 'bun:test';
import { startAppliance } from '../browser/harness.ts';
import { sendLargeReports } from '../support/large-report.ts';
import { prepareNodeBundle } from '../support/node-bundle.ts';

setDefaultTimeout(120_000);

test('the bundle reads large reports in worker threads', async () => {
  const env = { MILLWRIGHT_COLLECTOR_KEY: 'key-of-the-agents' };
  const appliance = await startAppliance({ program: await prepareNodeBundle(), env, args: ['--no-tls'] });
  expect(await sendLargeReports(appliance.url, env.MILLWRIGHT_COLLECTOR_KEY)).toEqual([
    [200, 2000],
    [200, 2000],
  ]);
  expect(await appliance.stop()).toBe(0);
});
