import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plugins as allPlugins } from '../../plugins/index.ts';
import { Moment } from '../../src/kit/clock.ts';
import { openDatabaseFile } from '../../src/kit/data/open.ts';
import { Reader } from '../../src/kit/data/reader.ts';
import { Statements } from '../../src/kit/data/statements.ts';
import { definePlugin } from '../../src/kit/plugin.ts';
import { broken, failingJob } from '../fixtures/plugins/broken/index.ts';
import { lockersPlugin } from '../fixtures/plugins/lockers/index.ts';
import { type Site, startSite } from '../support/site.ts';

const plugins = [...allPlugins, lockersPlugin];
const data = mkdtempSync(join(tmpdir(), 'millwright-switch-'));
let holder: string;

/**
 * Returns all rows of the database without derived tables. They must not change while a plugin is disabled.
 */
function contents(): Record<string, unknown[]> {
  const sqlite = openDatabaseFile(join(data, 'millwright.db'));
  const reader = new Reader(new Statements(sqlite), () => new Moment(new Date()));
  const tables = reader.all<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'search%' AND name NOT IN ('loginattempts', 'jobs', 'sqlite_sequence')",
  );
  const rows = Object.fromEntries(
    tables.map(({ name }) => [name, reader.all(`SELECT * FROM ${name} ORDER BY 1`)]),
  );
  sqlite.close();
  return rows;
}

async function during(
  options: Parameters<typeof startSite>[0],
  story: (site: Site) => Promise<void>,
): Promise<void> {
  const site = await startSite({ data, plugins, ...options });
  try {
    await story(site);
  } finally {
    await site.stop();
  }
}

beforeAll(() =>
  during({}, async (site) => {
    await site.admin.post('/api/lockers', { locker: 'Keep me' });
    const user = await site.userWith('lockers.shout', 'assets.edit');
    holder = user.session.user.username;
  }),
);
afterAll(() => rmSync(data, { recursive: true, force: true }));

test('a disabled plugin has no routes, pages, permissions and jobs, and its data stay', async () => {
  const before = contents().lockers;
  await during({ config: { plugins: allPlugins.map(({ id }) => id) } }, async (site) => {
    const user = await site.anonymous.signIn(holder, 'correct horse');
    expect((await user.post('/api/lockers/1/shout')).status).toBe(404);
    expect((await site.admin.get('/api/lockers')).error.code).toBe('NOT_FOUND');
    expect(user.session.user.permissions).not.toContain('lockers.shout');
    for (const path of [
      'dashboard/navigation',
      'registers',
      'jobs',
      'users/permissions',
      'settings',
      'docs/openapi.json',
      'docs/llms.txt',
      'plugins/enabled',
      'search?q=keep',
    ]) {
      const answer = await site.admin.get(`/api/${path}`);
      // Texts with "blocker", which are about PCs, do not count.
      expect([path, answer.status, /(?<!b)locker/i.test(answer.text)]).toEqual([path, 200, false]);
    }
    const listed = (await site.admin.get('/api/plugins')).data;
    expect(listed.find((one: { name: string }) => one.name === 'lockers')).toMatchObject({
      isrunning: false,
    });
    await site.admin.post('/api/vendors', { vendor: 'Later vendor' });
  });
  expect(contents().lockers).toEqual(before);
});

test('a plugin that is enabled again has its previous data and permissions', () =>
  during({}, async (site) => {
    const user = await site.anonymous.signIn(holder, 'correct horse');
    expect((await user.get('/api/lockers')).data).toMatchObject([{ locker: 'Keep me' }]);
    expect((await user.post('/api/lockers/1/shout')).status).toBe(200);
    expect((await site.admin.get('/api/search?q=keep')).data).toMatchObject([{ kind: 'locker' }]);
  }));

test('an admin disables a plugin for the next start unless another plugin needs it', () =>
  during({}, async (site) => {
    const [wanted] = lockersPlugin.dependsOn ?? [];
    const needing = plugins.filter(({ dependsOn }) => dependsOn?.includes(wanted!)).map(({ id }) => id);
    const needed = await site.admin.put(`/api/plugins/${wanted}`, { enabled: false });
    const message = `${needing.join(', ')} requires this plugin. Disable it first.`;
    expect([needed.status, needed.error.message]).toEqual([409, message]);
    expect((await site.admin.put('/api/plugins/lockers', { enabled: false })).data).toMatchObject({
      isrunning: true,
      isenabled: false,
    });
    expect((await site.anonymous.get('/api/lockers')).status).toBe(200);
    expect((await site.admin.put('/api/plugins/lockers', { enabled: true })).data).toMatchObject({
      isenabled: true,
    });
  }));

test.each(['ab', 'x'.repeat(21), 'Camel', 'with-dash', ''])(
  'definePlugin refuses the plugin ID "%s"',
  (id) => {
    expect(() => definePlugin({ id, title: 'Badly named', description: 'Badly named' })).toThrow(
      `"${id}" is not a valid plugin ID. Use 3 to 20 lower-case letters.`,
    );
  },
);

test('definePlugin refuses a migration ID of more than 32 characters', () => {
  const migrations = [{ id: `0001_${'x'.repeat(28)}`, sql: 'SELECT 1' }];
  const define = () => definePlugin({ id: 'longid', title: 'Long', description: 'Long', migrations });
  expect(define).toThrow(/0001_x+ of longid is longer than 32 characters/);
});

test('the start fails and names a plugin of the configuration that does not exist', () => {
  const ids = plugins.map(({ id }) => id);
  const start = startSite({ data, plugins, config: { plugins: [...ids, 'compuetrs'] } });
  return expect(start).rejects.toThrow(`Unknown plugin compuetrs. Available plugins: ${ids.join(', ')}.`);
});

test.each(Object.entries(broken))(
  'the start fails with a clear message and unchanged data when a plugin %s',
  async (_why, { plugin, words }) => {
    const before = contents();
    await expect(startSite({ data, plugins: [...plugins, plugin] })).rejects.toThrow(words);
    expect(contents()).toEqual(before);
    await during({}, async (site) => expect((await site.anonymous.get('/api/lockers')).data).toHaveLength(1));
  },
);

test('the server records a failed job, lists it on the dashboard and continues', () =>
  during({ plugins: [...plugins, failingJob] }, async (site) => {
    const run = await site.admin.post('/api/jobs/failingjob.fail/run');
    expect(run.data).toMatchObject({
      lastresult: 'failed',
      lasterror: 'The flux capacitor is empty.',
      running: false,
    });
    expect((await site.admin.get('/api/dashboard/summary')).data.attention).toContainEqual(
      expect.objectContaining({ key: 'jobs', count: 1 }),
    );
    expect(site.log).toContainEqual(expect.objectContaining({ level: 'error', message: 'job failed' }));
    expect((await site.admin.post('/api/jobs/platform.outbox/run')).data.lastresult).toBe('ok');
  }));
