import { afterAll, beforeAll, expect, test } from 'bun:test';
import { IconForklift } from '@tabler/icons-react';
import { getTableName } from 'drizzle-orm';
import { readSources } from '../../build/source-files.ts';
import { plugins } from '../../plugins/index.ts';
import { pluginWebs } from '../../plugins/web.ts';
import { listCoreFeatures } from '../../src/features/index.ts';
import { parsePlaceSelection } from '../../src/kit/resource/place-filter.ts';
import { labelTypesOf, type Register } from '../../src/kit/resource/register.ts';
import { allFieldsOf } from '../../src/kit/resource/registers.ts';
import { BUILTIN_PAGES, builtinWeb } from '../../src/web/pages/builtin.ts';
import { ICON_NAMES } from '../../src/web/parts/register-icon.tsx';
import type { PluginWeb } from '../../src/web/plugin-parts.tsx';
import { lockersPlugin } from '../fixtures/plugins/lockers/index.ts';
import { toolsPlugin } from '../fixtures/plugins/tools/index.ts';
import { type Site, startSite } from '../support/site.ts';
import {
  filterValue,
  isCreatable,
  listServedRegisters,
  sampleBody,
  sampleValue,
  writableFieldsOf,
} from './sample.ts';

let site: Site;
let registers: Register[];
beforeAll(async () => {
  site = await startSite({ plugins: [...plugins, toolsPlugin, lockersPlugin] });
  registers = listServedRegisters(site).filter(isCreatable);
});
afterAll(() => site.stop());

const list = async (path: string, query: string) => {
  const { data, meta } = await site.admin.get(`/api${path}?${query}`);
  return { ids: data as Record<string, unknown>[], total: meta.pagination?.total ?? data.length };
};
const make = async (register: Register): Promise<Record<string, unknown>> => {
  const { data, error } = await site.admin.post(`/api${register.path}`, sampleBody(site, register));
  expect([register.name, error]).toEqual([register.name, undefined]);
  return data;
};

test('each list finds a record by each searchable field', async () => {
  const tried: string[] = [];
  for (const register of registers) {
    for (const [name, field] of writableFieldsOf(site, register)) {
      if (field.place !== 'column' || !field.search) continue;
      const record = await make(register);
      const value = field.kind === 'text' ? `Zyx ${name} ${record[register.id]}` : record[name];
      const path = `/api${register.path}/${record[register.id]}`;
      const changed = field.writable === 'always' ? await site.admin.put(path, { [name]: value }) : undefined;
      // If the register rejects the sample, the test searches for the stored value instead.
      const wanted = changed?.status === 200 ? value : record[name];
      if (wanted === null || wanted === undefined) continue;
      const { ids } = await list(register.path, `search=${encodeURIComponent(String(wanted))}`);
      const found = ids.some((one) => one[register.id] === record[register.id]);
      expect([register.name, name, found]).toEqual([register.name, name, true]);
      tried.push(`${register.name}.${name}`);
    }
  }
  expect(tried).toContain('computers.hostname');
  expect(tried).toContain('tools.drawer');
  expect(tried.length).toBeGreaterThan(20);
});

/**
 * Fields whose values depend on others by rules of the register, or whose stored value differs from the sent
 * one.
 */
const OWN_RULES = new Set([
  'applications.ismonitorable',
  'customfields.fieldtype',
  'customfields.options',
  'dashboarddefaults.displayrole',
  'labeltemplates.height',
  'notifications.endtime',
  'relationshiptypes.relationshiptype',
  'subnets.gateway',
]);

test('an update returns the new value of each writable field', async () => {
  let tried = 0;
  for (const register of registers.filter((one) => !one.without?.includes('edit'))) {
    const record = await make(register);
    const path = `/api${register.path}/${record[register.id]}`;
    for (const [name, field] of writableFieldsOf(site, register)) {
      const key = `${register.name}.${name}`;
      if (field.writable !== 'always' || OWN_RULES.has(key) || field.ref?.register === register.name)
        continue;
      if (field.place === 'part' && field.rows) continue;
      const value =
        field.kind === 'boolean'
          ? record[name] !== true
          : name === 'ipaddress'
            ? '10.9.8.7'
            : (sampleBody(site, register)[name] ?? sampleValue(site, name, field, 7000 + tried));
      // The sample is null when no record to refer to exists.
      if (value === undefined || sampleBody(site, register)[name] === null) continue;
      const { data, error } = await site.admin.put(path, { [name]: value });
      expect([key, error]).toEqual([key, undefined]);
      const expected = field.kind === 'secret' && !field.shownTo ? '********' : value;
      expect([key, data[name]]).toEqual([key, expected as never]);
      // A custom field that stays required would be demanded of assets of the other tests.
      if (field.kind === 'boolean') await site.admin.put(path, { [name]: record[name] });
      tried++;
    }
  }
  expect(tried).toBeGreaterThan(80);
});

test('each list counts its rows correctly for each filter before and after writes', async () => {
  let tried = 0;
  const described = (await site.admin.get('/api/registers')).data as {
    name: string;
    filters: { name: string; kind: string; options?: { value: string }[] }[];
  }[];
  for (const register of registers.filter((one) => !one.unpaged)) {
    const { filters } = described.find((one) => one.name === register.name)!;
    const queries = ['', 'active=false', ...filters.flatMap(valuesOf)];
    const check = async (when: string) => {
      for (const query of queries) {
        const { ids, total } = await list(register.path, `${query}&per_page=100`);
        expect([register.name, query, when, total]).toEqual([register.name, query, when, ids.length]);
        tried++;
      }
    };
    await check('before');
    const made = await make(register);
    await check('after a new record');
    if (!register.without?.includes('delete') && !register.handmade?.includes('delete')) {
      const confirm = register.typedConfirmation ? { confirm: made[register.label] } : undefined;
      await site.admin.delete(`/api${register.path}/${made[register.id]}`, confirm);
      await check('after it went');
    }
  }
  expect(tried).toBeGreaterThan(150);
});

function valuesOf({
  name,
  kind,
  options,
}: {
  name: string;
  kind: string;
  options?: { value: string }[];
}): string[] {
  if (kind === 'boolean') return [`${name}=true`, `${name}=false`];
  return [`${name}=${filterValue({ kind, options })}`];
}

test('the UI has each icon that a register, verb, ledger or page names', () => {
  const { contributions, registers: all } = site.app.host;
  const used = [
    ...all.all().map(({ icon }) => icon),
    ...all.all().flatMap((register) => all.ledgersOf(register).map((ledger) => ledger.register.icon)),
    ...all.all().flatMap(({ verbs }) => Object.values(verbs).map(({ icon }) => icon)),
    ...contributions.navigation.map(({ icon }) => icon),
  ];
  const icons = iconsOf(pluginWebs);
  expect([...new Set(used)].filter((icon) => !icons.has(icon))).toEqual([]);
  // A plugin may define its own icons, which are identified by their names.
  expect(iconsOf([{ icons: { forklift: IconForklift } }]).has('forklift')).toBe(true);
});

const iconsOf = (webs: readonly PluginWeb[]) =>
  new Set([...ICON_NAMES, ...webs.flatMap(({ icons = {} }) => Object.keys(icons))]);

test('each register that extends assets prints a label under its audit noun', async () => {
  const extending = registers.filter(({ asset }) => asset);
  expect(extending.length).toBeGreaterThan(6);
  for (const register of extending) {
    const record = await make(register);
    for (const type of new Set([register.audit.split('.')[1]!, ...labelTypesOf(register)])) {
      const label = await site.admin.get(`/api/labels/${type}/${record[register.id]}`);
      expect([type, label.status, label.data.url]).toEqual([
        type,
        200,
        expect.stringContaining(`${register.path}/${record[register.id]}`),
      ]);
    }
  }
  const { data } = await site.admin.get('/api/registers');
  const offered = new Set(data.map(({ labeltype }: { labeltype?: string }) => labeltype));
  expect(
    extending.flatMap((one) => labelTypesOf(one).slice(0, 1)).filter((type) => !offered.has(type)),
  ).toEqual([]);
});

test('no response to an anonymous caller contains fields for signed-in users', async () => {
  const tried: string[] = [];
  for (const register of listServedRegisters(site)) {
    const hidden = Object.entries(allFieldsOf(site.app.host.registers, register)).filter(
      ([, one]) => one.signedIn,
    );
    if (hidden.length === 0) continue;
    const record = await make(register);
    const path = `/api${register.path}`;
    const answers = [
      (await site.anonymous.get(`${path}/${record[register.id]}`)).data,
      ...(await site.anonymous.get(path)).data,
    ];
    for (const answer of answers) for (const [name] of hidden) expect(answer).not.toHaveProperty(name);
    tried.push(register.name);
  }
  expect(tried).toEqual(['supportteams']);
});

/** Columns with such names that contain no secret. */
const HARMLESS = new Set([
  'auditlogs.hash',
  'apppackages.sha256',
  'settings.key',
  'users.mustchangepassword',
  'searchkeys.key',
]);

test('each column with the name of a secret is declared as secret', () => {
  const { db, registers: all } = site.app.host;
  const tables = [...plugins, toolsPlugin, lockersPlugin, ...listCoreFeatures(plugins)];
  const declared = new Set([
    ...tables.flatMap(({ secrets = [] }) =>
      secrets.map(({ name, table }) => `${getTableName(table)}.${name}`),
    ),
    ...all
      .all()
      .flatMap(({ table, fields }) =>
        Object.keys(fields).flatMap((name) => (fields[name]!.kind === 'secret' ? [`${table}.${name}`] : [])),
      ),
  ]);
  const suspicious = db.read((reader) =>
    reader
      .all<{ name: string; column: string }>(
        "SELECT t.name, c.name AS column FROM pragma_table_list t, pragma_table_info(t.name) c WHERE t.schema = 'main' AND t.type = 'table'",
      )
      .filter(({ column }) => /hash|secret|sealed|password|token$|^pin$|^key$/.test(column))
      .map(({ name, column }) => `${name}.${column}`),
  );
  expect(suspicious.filter((column) => !declared.has(column) && !HARMLESS.has(column))).toEqual([]);
});

test('each report has a unique key and returns its columns', async () => {
  const { data: reports } = await site.admin.get('/api/reports');
  const keys = reports.map(({ key }: { key: string }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.length).toBeGreaterThan(4);
  for (const { key, parameters } of reports as {
    key: string;
    parameters: { name: string; kind: string; required: boolean }[];
  }[]) {
    const queryParts = parameters
      .filter(({ required }) => required)
      .map(({ name, kind }) => `${name}=${kind === 'date' ? '2099-01-01' : '1'}`);
    const query = queryParts.join('&');
    const { data, error } = await site.admin.get(`/api/reports/${key}?${query}`);
    expect([key, error]).toEqual([key, undefined]);
    const titles = data.columns.map(({ title }: { title: string }) => title);
    const csv = await site.admin.get(`/api/reports/${key}?${query}&format=csv`);
    expect([key, csv.text.split('\r\n')[0]]).toEqual([key, titles.join(',')]);
  }
});

/** Verbs that reject a new record with sample parameters. Tests of their plugins show that they work. */
const refusedVerbs = new Set(
  readSources('test/ratchets.json', 'plugins/*/test/ratchets.json').flatMap(
    ({ text }) => (JSON.parse(text) as { refusedverbs?: string[] }).refusedverbs ?? [],
  ),
);

test('each verb succeeds and is undone, or is recorded as refusing the sample', async () => {
  const refused = new Set<string>();
  let done = 0;
  for (const register of registers) {
    for (const [name, verb] of Object.entries(register.verbs)) {
      const record = await make(register);
      const path = `/api${register.path}/${record[register.id]}`;
      const body = Object.fromEntries(
        Object.entries(verb.parameters).map(([key, field]) => [key, sampleValue(site, key, field, 7)]),
      );
      const answer = await site.admin.post(`${path}/${verb.path ?? name}`, body);
      const key = `${register.name}.${name}`;
      if (refusedVerbs.has(key)) {
        expect([key, [400, 409].includes(answer.status)]).toEqual([key, true]);
        refused.add(key);
        continue;
      }
      expect([key, [200, 201].includes(answer.status), answer.error]).toEqual([key, true, undefined]);
      done++;
      const undone = await site.admin.post(`/api/auditlogs/${answer.headers.get('x-audit-id')}/undo`);
      expect([key, undone.error]).toEqual([key, undefined]);
      const { modifieddate: _before, ...before } = record;
      const { modifieddate: _after, ...after } = (await site.admin.get(path)).data;
      expect([key, after]).toEqual([key, expect.objectContaining(before)]);
    }
  }
  expect(refused).toEqual(refusedVerbs);
  expect(done).toBeGreaterThan(4);
});

test('each ledger supports its sort keys and filters, and each tab, page and report is valid', async () => {
  const { registers: all, db, contributions } = site.app.host;
  for (const register of registers) {
    for (const { register: ledger, name } of all.ledgersOf(register)) {
      const record = await make(register);
      const path = `/api${register.path}/${record[register.id]}/${name}`;
      const queries = Object.entries(ledger.fields).flatMap(([key, field]) => [
        ...(field.sort ? [`sort=${key}`, `sort=${key}&dir=desc`] : []),
        ...(field.list === 'never' ? [] : (field.filter ?? [])).map(
          (param) => `${param}=${filterValue(field as never)}`,
        ),
      ]);
      for (const query of ['', ...queries])
        expect([path, query, (await site.admin.get(`${path}?${query}`)).status]).toEqual([path, query, 200]);
    }
  }
  await site.admin.get('/api/dashboard/summary');
  expect((await site.admin.get('/api/plugins/faults')).data).toEqual([]);
  const webs = [builtinWeb, ...pluginWebs];
  const tabs = webs.flatMap(({ tabs: some = [] }) => some.map(({ register }) => register));
  expect(tabs.filter((name) => !all.has(name))).toEqual([]);
  const pages = new Set([
    ...[...BUILTIN_PAGES, ...pluginWebs.flatMap((plugin) => plugin.pages ?? [])].map(({ path }) => path),
    ...all.all().map(({ path }) => path),
  ]);
  expect(contributions.navigation.map(({ path }) => path).filter((path) => !pages.has(path))).toEqual([]);
  for (const { key, columns, parameters, rows } of contributions.reports(site.app.host)) {
    const parameterValues = Object.fromEntries(
      Object.entries(parameters).map(([name, field]) => [
        name,
        field.default ?? (field.kind === 'date' ? '2099-01-01' : null),
      ]),
    );
    const place = db.read((reader) => parsePlaceSelection(reader, all, {}, {}));
    const [first] = db.read((reader) => [...rows(reader, { ...parameterValues, place })].slice(0, 1));
    if (first) expect([key, Object.keys(columns).filter((column) => !(column in first))]).toEqual([key, []]);
  }
});
