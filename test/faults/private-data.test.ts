import { expect, setDefaultTimeout, test } from 'bun:test';
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startAppliance } from '../browser/harness.ts';
import { eventually } from '../support/receivers.ts';
import { createFirstAdmin, createScratchDirectory, post, runMillwright } from './process.ts';

setDefaultTimeout(120_000);

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('the start removes the access of others to the data directory and its files', async () => {
  const data = join(createScratchDirectory('open'), 'data');
  mkdirSync(join(data, 'backups'), { recursive: true });
  const backup = join(data, 'backups', 'before-migration-1.db');
  writeFileSync(backup, 'hashes');
  for (const path of [data, join(data, 'backups')]) chmodSync(path, 0o755);
  chmodSync(backup, 0o644);
  const appliance = await startAppliance({ data, args: ['--http-port', '0'] });
  const address = /^Millwright listening on (http:\S+)$/m;
  await eventually(() => address.test(appliance.stdout()), 'it says where it listens without TLS');
  const url = appliance.stdout().match(address)![1]!;
  const headers = await createFirstAdmin(url);
  await post(url, '/api/vendors', headers, { vendor: 'Acme' });
  expect(await appliance.stop()).toBe(0);
  const files = readdirSync(data, { withFileTypes: true, recursive: true });
  expect(files.length).toBeGreaterThan(6);
  for (const file of files) {
    const path = join(file.parentPath, file.name);
    expect([path, modeOf(path)]).toEqual([path, file.isDirectory() ? '700' : '600']);
  }
  expect(modeOf(data)).toBe('700');
  chmodSync(join(data, 'millwright.db'), 0o644);
  const { code, stdout } = await runMillwright('doctor', '--data', data);
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(
      /FAULT {2}privacy: millwright\.db.* can be read or written by other users\. The next start/,
    ),
  ]);
  chmodSync(join(data, 'millwright.db'), 0o600);
  chmodSync(join(data, 'secrets.json'), 0o644);
  const second = await runMillwright('doctor', '--data', data);
  expect([second.code, second.stdout]).toEqual([
    1,
    expect.stringMatching(/FAULT {2}privacy: secrets\.json /),
  ]);
});
