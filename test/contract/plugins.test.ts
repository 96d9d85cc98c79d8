import { afterAll, beforeAll, expect, test } from 'bun:test';
import { Cron } from 'croner';
import { plugins as allPlugins } from '../../plugins/index.ts';
import { chainsOf } from '../../src/app.ts';
import { listCoreFeatures } from '../../src/features/index.ts';
import type { Plugin } from '../../src/kit/plugin.ts';
import { type Site, startSite } from '../support/site.ts';
import { permissionsOf } from './requests.ts';

const core = listCoreFeatures(allPlugins);
const features: readonly Plugin[] = [...core, ...allPlugins];
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

/** Columns of tables that only ever have a few rows, so a full scan is as fast as an index. */
const TINY = ['relationshippropagations.throughtypeid'];

const twice = (values: string[]) => values.filter((value, index) => values.indexOf(value) !== index);
const all = <T>(pick: (plugin: Plugin) => readonly T[] | undefined): T[] =>
  features.flatMap((plugin) => pick(plugin) ?? []);

test('each plugin has an ID, a title and a description', () => {
  for (const plugin of features) {
    expect(plugin.id).toMatch(/^[a-z]{3,20}$/);
    expect([plugin.id, plugin.title]).toEqual([plugin.id, expect.stringMatching(/^[A-Z0-9]/)]);
    expect([plugin.id, plugin.description]).toEqual([plugin.id, expect.stringMatching(/^.{5,}[^.]$/)]);
    expect([plugin.id, plugin.core ?? false]).toEqual([plugin.id, core.includes(plugin)]);
  }
  expect(twice(features.map(({ id }) => id))).toEqual([]);
});

test('each permission has a name, a description and one feature', () => {
  const permissions = all((plugin) => Object.entries(plugin.permissions ?? {}));
  for (const [name, description] of permissions) {
    expect(name).toMatch(/^[a-z]+(\.[a-z]+)+$/);
    expect([name, description]).toEqual([name, expect.stringMatching(/^[A-Z].{4,}[^.]$/)]);
  }
  expect(twice(permissions.map(([name]) => name))).toEqual([]);
});

test('each permission that a route or page requires is declared', () => {
  const declared = new Set(all((plugin) => Object.keys(plugin.permissions ?? {})));
  const required = site.app.routes.flatMap(({ access }) => permissionsOf(access));
  const pages = all((plugin) => plugin.navigation).flatMap(({ needs }) => needs ?? []);
  const allowed = new Set([...declared, 'admin', 'login']);
  expect([...required, ...pages].filter((name) => !allowed.has(name))).toEqual([]);
});

test('the migration IDs are ordered and short, and each table is STRICT', () => {
  for (const { name, migrations } of chainsOf(allPlugins)) {
    const ids = migrations.map(({ id }) => id);
    for (const [index, id] of ids.entries()) {
      expect([name, id]).toEqual([name, expect.stringMatching(/^\d{4}_[a-z0-9_]{1,27}$/)]);
      expect([name, id, Number(id.slice(0, 4))]).toEqual([name, id, index + 1]);
    }
  }
  const loose = site.app.host.db.read((reader) =>
    reader.all<{ name: string }>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite%'",
    ),
  );
  expect(loose).toEqual([]);
});

test('each foreign key has an index', () => {
  // A separate connection, because a query plan stays open until the garbage collector runs.
  const { reader, close } = site.app.host.db.snapshot();
  const keys = reader.all<{ name: string; column: string }>(
    `SELECT t.name, k."from" AS column FROM pragma_table_list t, pragma_foreign_key_list(t.name) k
     WHERE t.schema = 'main' AND t.type = 'table'`,
  );
  const missing = keys.filter(({ name, column }) => {
    const plan = reader.all<{ detail: string }>(
      `EXPLAIN QUERY PLAN SELECT 1 FROM ${name} WHERE ${column} = 1`,
    );
    return plan.some(({ detail }) => detail.startsWith('SCAN'));
  });
  close();
  expect(missing.map(({ name, column }) => `${name}.${column}`)).toEqual(TINY);
});

test('each navigation entry has its own path, a title and an icon', () => {
  const entries = all((plugin) => plugin.navigation);
  for (const entry of entries) {
    expect(entry.path).toMatch(/^(\/[a-z0-9-]+)+$/);
    expect([entry.path, entry.title]).toEqual([entry.path, expect.stringMatching(/^[A-Z0-9]/)]);
    expect([entry.path, entry.icon]).toEqual([entry.path, expect.stringMatching(/^[a-z0-9-]+$/)]);
  }
  expect(twice(entries.map(({ path }) => path))).toEqual([]);
});

test('each setting has a title, a description and a valid default', () => {
  const settings = all((plugin) => plugin.settings);
  for (const { key, title, description, type, options, ...rest } of settings) {
    expect(key).toMatch(/^[a-z][a-z0-9_]+$/);
    expect([key, title, description]).toEqual([
      key,
      expect.stringMatching(/\S/),
      expect.stringMatching(/\.$/),
    ]);
    if (type === 'boolean')
      expect([key, rest.default]).toEqual([key, expect.stringMatching(/^(true|false)$/)]);
    if (type === 'integer') expect([key, rest.default]).toEqual([key, expect.stringMatching(/^-?\d+$/)]);
    if (type === 'select') expect(options).toContain(rest.default);
    if (rest.secret) expect([key, rest.public ?? false]).toEqual([key, false]);
  }
  expect(twice(settings.map(({ key }) => key))).toEqual([]);
});

test('each job has a valid schedule and succeeds twice', async () => {
  const jobs = all((plugin) => plugin.jobs);
  expect(twice(jobs.map(({ name }) => name))).toEqual([]);
  for (const plugin of features) {
    for (const { name, title, schedule } of plugin.jobs ?? []) {
      // A job of the core for a page of a plugin has the prefix of the plugin.
      expect([name, title]).toEqual([
        expect.stringMatching(new RegExp(`^(?:${features.map(({ id }) => id).join('|')})\\.[a-z-]+$`)),
        expect.stringMatching(/^[A-Z]/),
      ]);
      const when = typeof schedule === 'function' ? schedule(site.app.host) : schedule;
      expect(new Cron(when, { paused: true }).nextRun()).toBeInstanceOf(Date);
    }
  }
  for (const { name } of jobs) {
    for (const _turn of ['first', 'second']) {
      const after = await site.app.host.scheduler.run(name);
      expect(after).toMatchObject({ jobname: name, lastresult: 'ok', lasterror: null, running: false });
    }
  }
  expect(site.log.filter(({ level }) => level === 'error')).toEqual([]);
});
