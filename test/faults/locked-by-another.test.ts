import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { startAppliance } from '../browser/harness.ts';
import {
  createFirstAdmin,
  createScratchDirectory,
  expectServeToFail,
  PASSWORD,
  post,
  readJsonResponse,
  readVendorNames,
  runMillwright,
} from './process.ts';

setDefaultTimeout(120_000);

const scratch = createScratchDirectory('locked');

interface OtherProgram {
  lock(): Promise<void>;
  letGo(): Promise<void>;
}

/** Starts another program that can lock the database, in the next gap between two writes. */
async function otherProgram(data: string): Promise<OtherProgram> {
  const script = `import { Database } from 'bun:sqlite';
    const database = new Database(${JSON.stringify(join(data, 'millwright.db'))});
    const lock = () => {
      try {
        database.run('BEGIN EXCLUSIVE');
        console.log('locked');
      } catch {
        setImmediate(lock);
      }
    };
    process.stdin.on('data', (word) => {
      if (String(word).startsWith('lock')) return lock();
      database.run('ROLLBACK');
      database.close(true);
      process.exit(0);
    });
    console.log('ready');`;
  const child = Bun.spawn([process.execPath, '-e', script], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const reader = child.stdout.getReader();
  await reader.read();
  const say = (word: string) => {
    child.stdin.write(`${word}\n`);
    child.stdin.flush();
  };
  return {
    lock: async () => {
      say('lock');
      await reader.read();
    },
    letGo: async () => {
      say('release');
      expect(await child.exited).toBe(0);
    },
  };
}

test('the server returns 503 to writes and serves reads while another program locks the database', async () => {
  const data = join(scratch, 'writes');
  const appliance = await startAppliance({ data, args: ['--no-tls'] });
  const headers = await createFirstAdmin(appliance.url);
  const vendor = (name: string) => post(appliance.url, '/api/vendors', headers, { vendor: name });
  expect((await vendor('Before')).status).toBe(201);
  const other = await otherProgram(data);
  await other.lock();
  const refused = await Promise.all(Array.from({ length: 20 }, (_, n) => vendor(`Refused ${n}`)));
  for (const answer of refused) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await readJsonResponse(answer)).data.error).toEqual({
      code: 'BUSY',
      message: 'Another program has locked the database. Nothing was saved. Try again in a moment.',
    });
  }
  const login = await post(appliance.url, '/api/auth/login', headers, {
    username: 'admin',
    password: PASSWORD,
  });
  expect(login.status).toBe(503);
  expect((await fetch(`${appliance.url}/api/dashboard/health`)).status).toBe(200);
  expect((await fetch(`${appliance.url}/api/vendors`)).status).toBe(200);
  const second = await runMillwright('migrate', '--data', data);
  expect([second.code, second.stderr]).toEqual([1, expect.stringContaining('is in use by process')]);
  await other.letGo();
  expect((await vendor('After')).status).toBe(201);
  const names = await readVendorNames(appliance.url);
  expect([names.has('Before'), names.has('After'), names.has('Refused 3')]).toEqual([true, true, false]);
  expect(await appliance.stop()).toBe(0);
  expect(appliance.stderr()).not.toContain('request failed');
});

test('an import resumes when another program releases its lock of the database', async () => {
  const data = join(scratch, 'import');
  const appliance = await startAppliance({ data, args: ['--no-tls'] });
  const headers = await createFirstAdmin(appliance.url);
  const rows = Array.from({ length: 20_000 }, (_, n) => `Imported ${n}`);
  const form = new FormData();
  form.set('file', new File([['vendor', ...rows].join('\n')], 'vendors.csv', { type: 'text/csv' }));
  form.set('target', 'vendors');
  form.set('dryrun', 'false');
  const { authorization } = headers as { authorization: string };
  const other = await otherProgram(data);
  let isThrough = false;
  const imported = fetch(`${appliance.url}/api/imports`, {
    method: 'POST',
    headers: { authorization },
    body: form,
  });
  void imported.finally(() => {
    isThrough = true;
  });
  // The import is running once its first rows are visible.
  while ((await total(appliance.url, 'Imported')) === 0) {
    expect(isThrough).toBe(false);
    // A slow machine must not reach the rate limit.
    await Bun.sleep(50);
  }
  await other.lock();
  expect(isThrough).toBe(false);
  const refused = await post(appliance.url, '/api/vendors', headers, { vendor: 'Meanwhile' });
  expect(refused.status).toBe(503);
  await other.letGo();
  expect((await imported).status).toBe(201);
  expect(await total(appliance.url, 'Imported')).toBe(rows.length);
  expect(await appliance.stop()).toBe(0);
});

async function total(url: string, search: string): Promise<number> {
  const response = await fetch(`${url}/api/vendors?search=${search}&per_page=1`);
  expect(response.status).toBe(200);
  return (await readJsonResponse(response)).meta.pagination.total;
}

test('the start fails with one sentence when another program locks the database', async () => {
  const data = join(scratch, 'start');
  expect((await runMillwright('migrate', '--data', data)).code).toBe(0);
  const other = await otherProgram(data);
  await other.lock();
  const ended = await expectServeToFail(data, '--no-tls');
  await other.letGo();
  expect([ended.code, ended.stderr]).toEqual([
    1,
    expect.stringMatching(
      /^millwright: Another program has locked the database in \S+\. Close it and start again\.\n$/,
    ),
  ]);
});
