import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabaseFile } from '../../src/kit/data/open.ts';
import { listColumns, listTables } from '../../src/kit/support/columns.ts';
import { NameFieldMatcher } from '../../src/kit/support/known-names.ts';
import { createScratchDirectory, runMillwright } from '../faults/process.ts';
import { withSetting } from '../support/settings.ts';
import { type Site, startSite } from '../support/site.ts';
import { fillColumns } from './fill-columns.ts';
import { type BundleFiles, downloadBundle, findIn, unpackBundle } from './reading.ts';

setDefaultTimeout(120_000);

const scratch = createScratchDirectory('support-names');
/** Names that the functions below enter. */
const NAMES = {
  'user name': ['gh-mallory'],
  'first name': ['Quintessa'],
  'last name': ["O'Hallorán"],
  email: ['quintessa@plant.example', 'someone.else@elsewhere.example'],
  badge: ['570012345'],
  'name of an employee': ['Wilhelmina Überforst', 'Überforst'],
  PC: ['SHOP-PC-0815', 'shop-pc-0815.plant.example'],
  'account of a PC': ['w.krause'],
  'IPv4 address': ['10.77.1.5'],
  'IPv6 address': ['2001:db8::77:5'],
  'MAC address': ['02:1a:77:00:00:05'],
  'account of a home folder': ['zacharias'],
  'unknown user name': ['mistyped-name'],
} as const;

let site: Site;
/** Names by the column that may contain them. */
const columnNames: Record<string, string[]> = {};

beforeAll(async () => {
  site = await startSite();
  await enterPeople();
  fillNameColumns();
  writeLog();
});
afterAll(() => site.stop());

async function enterPeople(): Promise<void> {
  const user = await site.admin.post('/api/users', {
    username: NAMES['user name'][0],
    firstname: NAMES['first name'][0],
    lastname: NAMES['last name'][0],
    email: NAMES.email[0],
    password: 'correct horse battery',
    roles: [],
    sendwelcome: false,
  });
  const [first, last] = NAMES['name of an employee'][0].split(' ');
  const employee = await site.admin.post('/api/employees/directory', {
    sso: NAMES.badge[0],
    firstname: first,
    lastname: last,
  });
  const pc = await site.anonymous
    .with({ 'x-api-key': 'test-collector-key' })
    .post('/api/collector/computers', {
      hostname: NAMES.PC[0],
      loggedinuser: `PLANT\\${NAMES['account of a PC'][0]}`,
      fqdn: NAMES.PC[1],
    });
  expect([user.status, employee.status, pc.status]).toEqual([201, 201, pc.status < 300 ? pc.status : 200]);
}

/** Fills each column that is declared as a name, or has a typical column name, with a name. */
function fillNameColumns(): void {
  const path = join(site.data, 'millwright.db');
  const fields = new NameFieldMatcher(site.app.host.contributions.declared.personalFields);
  const sqlite = openDatabaseFile(path);
  const columns = listTables(sqlite).flatMap((table) => {
    const all = sqlite.ask(`PRAGMA table_info("${table}")`) as { name: string; type: string }[];
    const isLog = listColumns(sqlite, table).includes('actorkind');
    return isLog
      ? []
      : all.flatMap(({ name, type }) =>
          type === 'TEXT' && fields.kindOf(name) ? [{ table, column: name }] : [],
        );
  });
  sqlite.close();
  fillColumns(path, columns, ({ table, column }) => {
    const name = `Zz${table} Yy${column}`;
    columnNames[`${table}.${column}`] = [name, name.toUpperCase()];
    return name;
  });
}

function writeLog(): void {
  const texts = [...Object.values(NAMES).flat(), ...Object.values(columnNames).flat()].filter(
    (text) => text !== 'mistyped-name' && text !== 'zacharias',
  );
  const fields = texts.flatMap((text) => [
    { message: 'request failed', cause: `Error: ${text} was not found\n    at find (src/a.ts:1:2)` },
    { message: `mail to ${text.toUpperCase()} failed`, reason: `550 <${text}> unknown` },
    {
      message: 'a report was refused',
      inner: { list: [`PLANT\\${text}`, `"${text}":`, `${text}, twice ${text}`] },
    },
  ]);
  const all = [
    ...fields,
    { message: 'a password was wrong', username: 'mistyped-name', ipaddress: '10.77.1.5' },
    {
      message: 'backup failed',
      cause: "Error: ENOENT, open '/home/zacharias/x' or 'C:\\Users\\zacharias\\x'",
    },
    { message: 'request', requestid: 'followed', username: 'gh-mallory', ipaddress: '127.0.0.1' },
  ];
  const lines = all.map((one) => JSON.stringify({ time: '2026-01-31T13:05:09.123Z', level: 'warn', ...one }));
  mkdirSync(join(site.data, 'logs'), { recursive: true });
  writeFileSync(
    join(site.data, 'logs', 'millwright.log'),
    `${lines.join('\n')}\ntorn by gh-mallory at 10.77.1.5`,
  );
}

const maskAll = (): Record<string, string[]> => ({
  ...Object.fromEntries(
    Object.entries(NAMES).map(([name, texts]) => [name, texts.flatMap((text) => [text, text.toUpperCase()])]),
  ),
  ...columnNames,
});

function expectNoNames(files: BundleFiles): void {
  expect(Object.keys(columnNames).length).toBeGreaterThan(40);
  expect(findIn(files, maskAll())).toEqual([]);
  const lines = files['log.txt']!.trim().split('\n');
  const followed = JSON.parse(lines.find((line) => line.includes('followed'))!);
  // A person has the same placeholder in all lines, and the server's own address is not masked.
  expect(followed.username).toMatch(/^person-\d+$/);
  expect(lines.at(-1)).toMatch(new RegExp(`^torn by ${followed.username} at address-\\d+$`));
  expect(followed.ipaddress).toBe('127.0.0.1');
  expect(files['log.txt']).toContain('at find (src/a.ts:1:2)');
}

test('a bundle of the running appliance contains no name and no address of people and PCs', async () => {
  await withSetting(site, 'alert_recipients', NAMES.email[1], async () =>
    expectNoNames(await downloadBundle(site.admin, false)),
  );
});

test('a bundle contains names and addresses when the admin includes them', async () => {
  const { 'log.txt': log } = await downloadBundle(site.admin, true);
  // The unknown user name of a failed sign-in may be a mistyped password.
  const absent = Object.entries(maskAll()).flatMap(([name, texts]) =>
    texts.some((text) => log!.includes(text)) ? [] : [name],
  );
  expect(absent).toEqual(['unknown user name']);
});

test('a bundle of the command contains names and addresses only with --personal', async () => {
  const files = ['without.tar.gz', 'with.tar.gz'].map((name) => join(scratch, name));
  const [without, withNames] = [
    await runMillwright('support', files[0]!, '--data', site.data),
    await runMillwright('support', files[1]!, '--data', site.data, '--personal'),
  ];
  expect([without.code, withNames.code]).toEqual([0, 0]);
  expectNoNames(await unpackBundle(readFileSync(files[0]!)));
  expect((await unpackBundle(readFileSync(files[1]!)))['log.txt']).toContain('gh-mallory');
  expect(without.stdout).toContain('without names and addresses of people and PCs');
  expect(without.stdout).toContain('figures.txt: Available only from a running appliance');
});
