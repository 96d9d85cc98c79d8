import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSecretFields } from '../../src/kit/resource/secret-fields.ts';
import { openSecrets } from '../../src/kit/secrets.ts';
import { generateCertificate, saveCertificate } from '../../src/kit/tls/certificate.ts';
import { type NamedSecrets, useEverySecret } from '../contract/every-secret.ts';
import { createScratchDirectory, runMillwrightWithEnv } from '../faults/process.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../support/site.ts';
import { fillColumns } from './fill-columns.ts';
import { type BundleFiles, downloadBundle, findIn, unpackBundle } from './reading.ts';

setDefaultTimeout(120_000);

const scratch = createScratchDirectory('support-secrets');
let site: Site;
/** Forms of each secret that a bundle must not contain. */
let looked: Record<string, string[]>;

const formsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret);
  return [
    secret,
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    encodeURIComponent(secret),
  ];
};

beforeAll(async () => {
  site = await startSite();
  const used = await useEverySecret(site);
  const stored = { ...fillSecretColumns(), ...(await writeKeys()) };
  looked = Object.fromEntries(
    Object.entries({ ...used, ...stored }).map(([name, secret]) => [name, formsOf(secret)]),
  );
  writeLog(used, stored);
});
afterAll(() => site.stop());

/** Fills all columns that are declared as secret. Fields of registers also get an encrypted text. */
function fillSecretColumns(): NamedSecrets {
  const { contributions, registers } = site.app.host;
  const path = join(site.data, 'millwright.db');
  const keys = openSecrets(site.data);
  const secrets: NamedSecrets = {};
  const note = (name: string, secret: string) => {
    secrets[name] = secret;
    return secret;
  };
  const isSetting = ({ table }: { table: string }) => table === 'settings';
  const columns = contributions.declared.secretColumns.filter((column) => !isSetting(column));
  fillColumns(path, columns, ({ table, column }) => {
    const name = `${table}.${column}`;
    const text = note(name, `canary-column-${table}-${column}`);
    return table === 'lastingstates' ? JSON.stringify([text, 1]) : text;
  });
  fillColumns(path, listSecretFields(registers.all()), ({ table, column }) =>
    keys.encrypt(note(`encrypted ${table}.${column}`, `canary/encrypted ${table} ${column}"ü`)),
  );
  return secrets;
}

/** Stores a certificate and returns the keys on the disk. */
async function writeKeys(): Promise<NamedSecrets> {
  const pair = await generateCertificate({ commonname: 'plant', sans: [] });
  saveCertificate(join(site.data, 'certs'), pair);
  const { login, seal } = JSON.parse(readFileSync(join(site.data, 'secrets.json'), 'utf8'));
  return { 'login key': login, 'seal key': seal, 'line of the TLS key': pair.key.split('\n')[1]! };
}

/**
 * Reports whether a secret has a recognizable form. Secrets that are not stored are only detected by it;
 * passwords have none.
 */
const hasLook = (secret: string): boolean => /^(?:mw_|eyJ)/.test(secret);

/** Writes a log with all recognizable secrets, in all their forms and in all fields. */
function writeLog(used: NamedSecrets, stored: NamedSecrets): void {
  const { settings } = site.app.host;
  // A value that was replaced is no longer stored.
  const isSetting = (key: string, secret: string) => settings.text(key).includes(secret);
  const lines: Record<string, unknown>[] = site.log.map(({ level, message, fields }) => ({
    level,
    message,
    ...fields,
  }));
  const write = (text: string) =>
    lines.push(
      { level: 'error', message: `failed with ${text}` },
      {
        level: 'warn',
        message: 'request failed',
        reason: text,
        username: text,
        cause: `Error: ${text}\n    at f (x.ts:1:2)`,
      },
      {
        level: 'info',
        message: 'request',
        path: '/api/x/:id',
        inner: { deep: [`https://nas.example/${text}/x?a=b`] },
      },
    );
  const secrets = Object.entries({ ...used, ...stored }).filter(
    ([name, secret]) =>
      name in stored || isSetting(name, secret) || name === 'collector key' || hasLook(secret),
  );
  expect(secrets.length).toBeGreaterThan(25);
  for (const [name, secret] of secrets)
    for (const text of hasLook(secret) ? [secret] : formsOf(secret)) {
      write(text);
      expect([name, text.length > 0]).toEqual([name, true]);
    }
  mkdirSync(join(site.data, 'logs'), { recursive: true });
  const written = lines.map((line) => JSON.stringify({ time: '2026-01-31T13:05:09.123Z', ...line }));
  writeFileSync(join(site.data, 'logs', 'millwright.log.1'), `${written.join('\n')}\n`);
  writeFileSync(
    join(site.data, 'logs', 'millwright.log'),
    `torn ${Object.values(stored).join(' ')}\n${written[0]}\n`,
  );
}

function expectNoSecrets(files: BundleFiles): void {
  expect(findIn(files, looked)).toEqual([]);
  expect(files['log.txt']).toContain('********');
  expect(files['log.txt']!.split('\n').length).toBeGreaterThan(100);
  expect(files['settings.json']).toContain('backup_passphrase');
}

async function byCommand(file: string, ...flags: string[]): Promise<BundleFiles> {
  const path = join(scratch, file);
  const environment = { MILLWRIGHT_COLLECTOR_KEY: COLLECTOR_KEY, MILLWRIGHT_NO_TLS: '1' };
  const { code, stderr } = await runMillwrightWithEnv(
    environment,
    'support',
    path,
    '--data',
    site.data,
    ...flags,
  );
  expect([code, stderr]).toEqual([0, '']);
  return unpackBundle(readFileSync(path));
}

test('every column that is declared as secret has a value in this test', () => {
  const { db, contributions } = site.app.host;
  const empty = contributions.declared.secretColumns.filter(
    ({ table, column }) =>
      db.read((reader) => reader.value<number>(`SELECT count("${column}") FROM "${table}"`)) === 0,
  );
  expect(empty).toEqual([]);
  expect(
    Object.values(looked)
      .flat()
      .filter((text) => text.length < 10),
  ).toEqual([]);
});

test('a bundle of the running appliance contains no secret, with or without names', async () => {
  for (const personal of [false, true]) expectNoSecrets(await downloadBundle(site.admin, personal));
});

test('a bundle of the command contains no secret, with or without names', async () => {
  expectNoSecrets(await byCommand('without.tar.gz'));
  expectNoSecrets(await byCommand('with.tar.gz', '--personal'));
});
