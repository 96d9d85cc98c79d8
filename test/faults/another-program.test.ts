import { expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startAppliance } from '../browser/harness.ts';
import { createFirstAdmin, createScratchDirectory, post, readVendorNames } from './process.ts';

setDefaultTimeout(120_000);

/** Opens the database, reads, and closes it, like a backup script. */
async function readByAnotherProgram(file: string): Promise<void> {
  const script = `import { Database } from 'bun:sqlite';
    const database = new Database(${JSON.stringify(file)});
    const statement = database.prepare('SELECT count(*) FROM vendors');
    statement.get();
    statement.finalize();
    database.close(true);`;
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'ignore', stderr: 'pipe' });
  expect([await child.exited, await new Response(child.stderr).text()]).toEqual([0, '']);
}

test('acknowledged writes survive a power cut when another program opened the database meanwhile', async () => {
  const data = join(createScratchDirectory('another'), 'data');
  const appliance = await startAppliance({ data, args: ['--no-tls'] });
  const headers = await createFirstAdmin(appliance.url);
  // An export uses a separate read connection.
  expect((await fetch(`${appliance.url}/api/vendors?format=csv`)).status).toBe(200);
  // The lock shows another program that it is not the last connection. Only Linux lists locks.
  const locks = existsSync('/proc/locks') ? readFileSync('/proc/locks', 'utf8') : undefined;
  if (locks !== undefined) expect(locks).toContain(`:${statSync(join(data, 'millwright.db')).ino} `);
  for (const vendor of ['Before', 'After', 'Later']) {
    expect((await post(appliance.url, '/api/vendors', headers, { vendor })).status).toBe(201);
    await readByAnotherProgram(join(data, 'millwright.db'));
    // A program that believes to be the last connection deletes the write-ahead log.
    expect(existsSync(join(data, 'millwright.db-wal'))).toBe(true);
  }
  expect((await post(appliance.url, '/api/vendors', headers, { vendor: 'Last' })).status).toBe(201);
  await appliance.kill();
  const again = await startAppliance({ data, args: ['--no-tls'] });
  expect([...(await readVendorNames(again.url))].sort()).toEqual(['After', 'Before', 'Last', 'Later']);
  expect(await again.stop()).toBe(0);
});
