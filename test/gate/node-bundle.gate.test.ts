import { expect, setDefaultTimeout, test } from 'bun:test';
import { startAppliance } from '../browser/harness.ts';
import { createFirstAdmin, createScratchDirectory, post, readVendorNames } from '../faults/process.ts';
import { prepareNodeBundle } from '../support/node-bundle.ts';

setDefaultTimeout(120_000);

const data = createScratchDirectory('gate-node');

test('the bundle for Node.js starts and stores a record that its next start reads', async () => {
  const program = await prepareNodeBundle();
  const first = await startAppliance({ data, args: ['--no-tls'], program });
  const headers = await createFirstAdmin(first.url);
  expect((await post(first.url, '/api/vendors', headers, { vendor: 'Made on Node' })).status).toBe(201);
  expect([await first.stop(), first.stderr()]).toEqual([0, '']);
  const second = await startAppliance({ data, args: ['--no-tls'], program });
  expect(await readVendorNames(second.url)).toEqual(new Set(['Made on Node']));
  expect(await second.stop()).toBe(0);
});
