import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { plugins } from '../../plugins/index.ts';
import { chainsOf } from '../../src/app.ts';
import { readSupportCommand, writeSupportBundle } from '../../src/cli/support.ts';
import { describeDeclaredData } from '../../src/declared-data.ts';
import { listCoreFeatures } from '../../src/features/index.ts';
import { openDatabaseFile } from '../../src/kit/data/open.ts';
import { runSupportJob } from '../../src/kit/support/job.ts';
import { createScratchDirectory, runMillwright } from '../faults/process.ts';
import { destroyTable } from '../restore/destroy-table.ts';
import { startSite } from '../support/site.ts';
import { type BundleFiles, unpackBundle } from './reading.ts';

setDefaultTimeout(120_000);

const scratch = createScratchDirectory('support-command');
const knownData = {
  chains: chainsOf(plugins),
  declared: describeDeclaredData([...listCoreFeatures(plugins), ...plugins]),
};
const whole = join(scratch, 'whole');
/** The data directory of one test, from a stopped appliance. */
let data: string;
/** The folder for the bundle of one test. */
let folder: string;

beforeAll(async () => {
  mkdirSync(whole);
  const site = await startSite({ data: whole });
  await site.admin.post('/api/users', {
    username: 'quintessa',
    email: 'q@plant.example',
    password: 'correct horse',
    roles: [],
    sendwelcome: false,
  });
  await site.admin.put('/api/settings/zabbix_token', { value: 'canary-zabbix-token' });
  await site.stop();
  mkdirSync(join(whole, 'logs'));
  const line = { time: '2026-01-31T13:05:09.123Z', level: 'error', message: 'job failed', job: 'a.job' };
  const cause = 'Error: quintessa has SQLITE_CORRUPT and canary-zabbix-token\n    at run (src/b.ts:3:4)';
  writeFileSync(join(whole, 'logs', 'millwright.log'), `${JSON.stringify({ ...line, cause })}\n`);
});
beforeEach(() => {
  data = mkdtempSync(join(scratch, 'data-'));
  folder = mkdtempSync(join(scratch, 'files-'));
  cpSync(whole, data, { recursive: true });
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Runs the command in this process, which has no open database. */
async function makeBundle(...flags: string[]): Promise<{ lines: string[]; files: BundleFiles }> {
  const file = join(folder, 'bundle.tar.gz');
  const lines: string[] = [];
  const command = readSupportCommand([file, '--data', data, ...flags], {});
  expect(await writeSupportBundle(command, knownData, { out: (line) => void lines.push(line) })).toBe(0);
  expect(readdirSync(folder)).toEqual(['bundle.tar.gz']);
  return { lines, files: await unpackBundle(readFileSync(file)) };
}

const MISSING_WITHOUT_APPLIANCE =
  'figures.txt: Available only from a running appliance. Download the bundle from the page "This appliance".';

test('a bundle of a stopped appliance contains everything except the metrics', async () => {
  const { lines, files } = await makeBundle();
  expect(files['missing.txt']).toBe(`${MISSING_WITHOUT_APPLIANCE}\n`);
  expect(lines).toEqual([
    `Not in the bundle: ${MISSING_WITHOUT_APPLIANCE}`,
    `${join(folder, 'bundle.tar.gz')} is a support bundle of ${data}, without names and addresses of people and PCs.`,
  ]);
  if (process.platform !== 'win32') expect(statSync(join(folder, 'bundle.tar.gz')).mode & 0o777).toBe(0o600);
  expect(files['doctor.txt']).toContain('ok     database: whole');
  expect(JSON.parse(files['log.txt']!).cause).toBe(
    'Error: person-1 has SQLITE_CORRUPT and ********\n    at run (src/b.ts:3:4)',
  );
  expect(JSON.parse(files['errors.json']!).log).toEqual([
    {
      what: 'error: job failed',
      count: 1,
      first: '2026-01-31T13:05:09.123Z',
      last: '2026-01-31T13:05:09.123Z',
    },
  ]);
});

test('a bundle omits the database and free texts when the file is not a database', async () => {
  writeFileSync(join(data, 'millwright.db'), 'this is no database, and quintessa wrote it'.repeat(100));
  for (const flags of [[], ['--personal']]) {
    rmSync(join(folder, 'bundle.tar.gz'), { force: true });
    const { lines, files } = await makeBundle(...flags);
    expect(lines.join('\n')).toContain('Not in the bundle: database: ');
    expect(files['missing.txt']).toContain('is not a Millwright database');
    expect(files['doctor.txt']).toContain('FAULT  database:');
    expect(Object.keys(files)).not.toContain('settings.json');
    expect(JSON.parse(files['log.txt']!)).toEqual({
      time: '2026-01-31T13:05:09.123Z',
      level: 'error',
      message: 'job failed',
      job: 'a.job',
      cause: '(omitted)\nSQLITE_CORRUPT\n    at run (src/b.ts:3:4)',
    });
    expect(Object.values(files).join()).not.toMatch(/quintessa|canary/);
  }
});

test('a bundle omits free texts and contains all readable parts when a table is damaged', async () => {
  destroyTable(data, 'users');
  const { files } = await makeBundle();
  expect(files['missing.txt']).toMatch(/^names, so free texts are omitted: .*malformed/m);
  expect(files['doctor.txt']).toContain('FAULT  database:');
  const { tables } = JSON.parse(files['database.json']!);
  expect(tables.settings).toBeGreaterThan(0);
  expect(JSON.parse(files['settings.json']!).zabbix_token.value).toBe('set');
  expect(files['log.txt']).toContain('(omitted)');
  expect(Object.values(files).join()).not.toMatch(/quintessa|canary-zabbix/);
});

test('a bundle contains the rest when the database is missing and the keys are damaged', async () => {
  rmSync(join(data, 'millwright.db'));
  writeFileSync(join(data, 'secrets.json'), '{"login": "half-a-key-that-was-cut-off');
  mkdirSync(join(data, 'backups'));
  writeFileSync(join(data, 'backups', 'targets.json'), '{"sftp://quintessa@nas');
  const { files } = await makeBundle();
  expect(files['missing.txt']).toContain('database: No database in');
  expect(files['missing.txt']).toMatch(/backups\.json: .*targets\.json is damaged/);
  expect(Object.values(files).join()).not.toMatch(/quintessa|canary|half-a-key/);
});

test('a bundle masks a secret setting that is stored in plain text', async () => {
  const sqlite = openDatabaseFile(join(data, 'millwright.db'));
  sqlite.ask(
    "UPDATE settings SET value = 'canary-zabbix-token', sealed = NULL WHERE key = 'zabbix_token' RETURNING 1",
  );
  sqlite.close();
  const { files } = await makeBundle();
  expect(JSON.parse(files['settings.json']!).zabbix_token.value).toBe('set');
  expect(Object.values(files).join()).not.toContain('canary');
});

test('a bundle is made without the doctor when the doctor takes too long', async () => {
  const options = {
    ...knownData,
    data,
    tls: false,
    at: '2026-01-31T13:05:09.123Z',
    isPersonal: false,
    secrets: [],
    live: undefined,
    isExamined: true,
  };
  const patience = [0, 60_000];
  const { content, missing } = await runSupportJob(options, undefined, () => patience.shift()!);
  expect(missing).toContain('doctor.txt: It took too long. Run "millwright doctor" on the appliance.');
  expect(Object.keys(await unpackBundle(content))).toContain('database.json');
  await expect(runSupportJob(options, undefined, () => 0)).rejects.toThrow('took too long');
});

test('a bundle of a damaged database does not name the server', async () => {
  const message = `Created a self-signed certificate for ${hostname()}, localhost in x.`;
  writeFileSync(join(data, 'logs', 'millwright.log'), `${JSON.stringify({ level: 'info', message })}\n`);
  destroyTable(data, 'users');
  for (const isMissing of [false, true]) {
    if (isMissing) rmSync(join(data, 'millwright.db'));
    rmSync(join(folder, 'bundle.tar.gz'), { force: true });
    const { files } = await makeBundle();
    expect(JSON.parse(files['log.txt']!).message).toBe(
      'Created a self-signed certificate for pc-1, localhost in x.',
    );
  }
});

test('the user name of a failed sign-in is hidden when it names no account', async () => {
  const line = (username: string) => `${JSON.stringify({ message: 'a password was wrong', username })}\n`;
  writeFileSync(
    join(data, 'logs', 'millwright.log'),
    ['Correct.Horse', ' QUINTESSA'].map((name) => line(name)).join(''),
  );
  const userNames = ({ 'log.txt': log }: BundleFiles) =>
    log!
      .trim()
      .split('\n')
      .map((one) => JSON.parse(one).username);
  expect(userNames((await makeBundle('--personal')).files)).toEqual(['********', ' QUINTESSA']);
  rmSync(join(folder, 'bundle.tar.gz'));
  expect(userNames((await makeBundle()).files)).toEqual(['********', 'person-1']);
  rmSync(join(folder, 'bundle.tar.gz'));
  destroyTable(data, 'users');
  expect(userNames((await makeBundle('--personal')).files)).toEqual(['(omitted)', '(omitted)']);
});

test('the command refuses a wrong file or directory in one sentence and changes nothing', async () => {
  const taken = join(folder, 'taken.tar.gz');
  writeFileSync(taken, 'mine');
  const findRefusal = async (file: string, where = data) => {
    const command = readSupportCommand([file, '--data', where], {});
    return writeSupportBundle(command, knownData, { out: () => undefined }).then(
      () => 'made',
      (cause: Error) => cause.message,
    );
  };
  expect(await findRefusal(taken)).toBe(`${taken} already exists. Specify another file.`);
  expect(await findRefusal(join(folder, 'none', 'x.tar.gz'))).toContain('does not exist');
  expect(await findRefusal(join(folder, 'x.tar.gz'), folder)).toContain('There is no appliance in');
  expect(readFileSync(taken, 'utf8')).toBe('mine');
  expect(readdirSync(folder)).toEqual(['taken.tar.gz']);
});

test('the command exits with 2 and shows its usage when the arguments are wrong', async () => {
  for (const [args, sentence] of [
    [['support'], 'Specify one file: millwright support FILE'],
    [['support', 'a', 'b'], 'Specify one file: millwright support FILE'],
    [['support', 'a', '--names'], 'See "millwright help"'],
  ] as const) {
    const { code, stderr } = await runMillwright(...args);
    expect([args, code]).toEqual([args, 2]);
    expect(stderr).toContain(sentence);
  }
});
