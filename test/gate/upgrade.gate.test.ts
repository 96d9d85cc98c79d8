import { expect, setDefaultTimeout, test } from 'bun:test';
import { startAppliance } from '../browser/harness.ts';
import { createScratchDirectory, PASSWORD, post, readJsonResponse } from '../faults/process.ts';
import { OLD, putOldData, readDataState } from '../upgrades/old-data.ts';

setDefaultTimeout(120_000);

const scratch = createScratchDirectory('gate-upgrade');

test('a start migrates the data of 0.1.0, and the account of its admin still works', async () => {
  const data = putOldData(scratch);
  expect(readDataState(data, scratch)).toBe('before');
  const appliance = await startAppliance({ data, args: ['--no-tls'] });
  const account = { username: 'admin', password: PASSWORD };
  const login = await post(appliance.url, '/api/auth/login', { 'content-type': 'application/json' }, account);
  const headers = { authorization: `Bearer ${(await readJsonResponse(login)).data.access_token}` };
  const assets = await readJsonResponse(await fetch(`${appliance.url}/api/assets?per_page=1`, { headers }));
  expect(assets.meta.pagination.total).toBeGreaterThan(OLD.assets - 20);
  expect([await appliance.stop(), appliance.stderr()]).toEqual([0, '']);
  expect(readDataState(data, scratch)).toBe('after');
});
