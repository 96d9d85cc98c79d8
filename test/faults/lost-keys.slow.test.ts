import { Database } from 'bun:sqlite';
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startAppliance } from '../browser/harness.ts';
import { eventually } from '../support/receivers.ts';
import {
  createFirstAdmin,
  createScratchDirectory,
  expectServeToFail,
  PASSWORD,
  post,
  readJsonResponse,
  runMillwright,
} from './process.ts';

setDefaultTimeout(120_000);

const scratch = createScratchDirectory('lost-keys');
const whole = join(scratch, 'whole');
const put = (url: string, path: string, headers: Record<string, string>, body: unknown) =>
  fetch(url + path, { method: 'PUT', headers, body: JSON.stringify(body) });

/** Returns the HTTP address of an appliance that serves both protocols. */
const plainAddress = (stdout: string) => stdout.match(/^Millwright listening on (http:\S+)$/m)?.[1];

beforeAll(async () => {
  const appliance = await startAppliance({ data: whole, args: ['--http-port', '0'] });
  await eventually(
    () => plainAddress(appliance.stdout()) !== undefined,
    'it says where it listens without TLS',
  );
  const url = plainAddress(appliance.stdout())!;
  const headers = await createFirstAdmin(url);
  expect((await put(url, '/api/settings/smtp_password', headers, { value: 'sealed mail' })).status).toBe(200);
  expect((await post(url, '/api/vendors', headers, { vendor: 'Kept' })).status).toBe(201);
  expect(await appliance.stop()).toBe(0);
});

function copyWithout(...names: string[]): string {
  const data = mkdtempSync(join(scratch, 'case-'));
  cpSync(whole, data, { recursive: true });
  for (const name of names) rmSync(join(data, name), { recursive: true });
  return data;
}

test('the start fails and names the consequences when the keys are missing', async () => {
  const data = copyWithout('secrets.json');
  const database = readFileSync(join(data, 'millwright.db'));
  const ended = await expectServeToFail(data);
  expect([ended.code, ended.stdout, ended.stderr]).toEqual([
    1,
    '',
    expect.stringMatching(
      /secrets\.json with the keys of these data is missing\. Restore it from a backup, or start once with --new-secrets\. Then all users must sign in again, secret settings \(smtp_password\) .* must be entered again/,
    ),
  ]);
  expect(ended.stderr.trim().split('\n')).toHaveLength(1);
  expect(existsSync(join(data, 'secrets.json'))).toBe(false);
  expect(readFileSync(join(data, 'millwright.db')).equals(database)).toBe(true);
  const reset = await runMillwright('reset-password', 'admin', '--data', data);
  expect([reset.code, reset.stderr]).toEqual([1, expect.stringContaining('secrets.json is missing')]);
  expect(existsSync(join(data, 'secrets.json'))).toBe(false);
});

test('a start with --new-secrets creates keys, logs it, and the doctor verifies the log from there', async () => {
  const data = copyWithout('secrets.json');
  const appliance = await startAppliance({ data, args: ['--no-tls', '--new-secrets'] });
  expect(appliance.stderr()).toContain('created new keys because the previous ones are missing');
  expect(appliance.stderr()).not.toContain('audit log verification failed');
  const headers = { 'content-type': 'application/json' };
  const login = await post(appliance.url, '/api/auth/login', headers, {
    username: 'admin',
    password: PASSWORD,
  });
  const authorization = `Bearer ${(await readJsonResponse(login)).data.access_token}`;
  const rows = await fetch(`${appliance.url}/api/auditlogs?action=platform.secrets.renewed`, {
    headers: { authorization },
  });
  const [row] = (await readJsonResponse(rows)).data;
  expect(row).toMatchObject({ actorkind: 'system', details: { settings: ['smtp_password'] } });
  const changed = await put(
    appliance.url,
    '/api/settings/site_name',
    { ...headers, authorization },
    { value: 'On' },
  );
  expect(changed.status).toBe(200);
  expect(await appliance.stop()).toBe(0);
  // The flag may stay in a service file. It has no effect while the keys exist.
  const keys = readFileSync(join(data, 'secrets.json'), 'utf8');
  const again = await startAppliance({ data, args: ['--no-tls', '--new-secrets'] });
  expect(await again.stop()).toBe(0);
  expect([again.stderr(), readFileSync(join(data, 'secrets.json'), 'utf8')]).toEqual(['', keys]);
  const doctor = await runMillwright('doctor', '--data', data, '--no-tls');
  expect([doctor.code, doctor.stdout]).toEqual([
    0,
    expect.stringMatching(
      /NOTE {3}audit log: on \S+ new keys were created because the previous ones were missing; rows before row \d+ /,
    ),
  ]);
});

test('the doctor reports a row that was changed after the keys were renewed', async () => {
  const data = copyWithout('secrets.json');
  const appliance = await startAppliance({ data, args: ['--no-tls', '--new-secrets'] });
  expect(await appliance.stop()).toBe(0);
  const forge = `const { Database } = require('bun:sqlite'); const db = new Database(${JSON.stringify(join(data, 'millwright.db'))});
    db.run('DROP TRIGGER auditlogs_unchanged');
    db.run("UPDATE auditlogs SET action = 'catalog.asset.created' WHERE auditlogid = (SELECT max(auditlogid) FROM auditlogs)");
    db.close(true);`;
  expect(Bun.spawnSync([process.execPath, '-e', forge]).exitCode).toBe(0);
  const doctor = await runMillwright('doctor', '--data', data, '--no-tls');
  expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining('FAULT  audit log')]);
});

test.each([['certs/server.pem'], ['certs']])(
  'the start fails and names the lost pin when %s is missing',
  async (lost) => {
    const data = copyWithout(lost);
    const pin = JSON.parse(readFileSync(join(data, 'secrets.json'), 'utf8')).certificate as string;
    const ended = await expectServeToFail(data);
    expect([ended.code, ended.stdout]).toEqual([1, '']);
    expect(ended.stderr).toContain(`server.pem is missing, the certificate with the SPKI pin ${pin}. `);
    expect(ended.stderr).toContain(
      'or start once with --new-certificate. Then PCs and scripts that pin the old certificate',
    );
    expect(existsSync(join(data, 'certs/server.pem'))).toBe(false);
    const fault = await runMillwright('doctor', '--data', data);
    expect([fault.code, fault.stdout]).toEqual([
      1,
      expect.stringMatching(/FAULT {2}certificate: \S+server\.pem is missing/),
    ]);
    // Without TLS, no certificate is needed.
    const plain = await startAppliance({ data, args: ['--no-tls'] });
    expect(await plain.stop()).toBe(0);
    const appliance = await startAppliance({ data, args: ['--new-certificate'] });
    expect(await appliance.stop()).toBe(0);
    expect(appliance.stderr()).toContain('created a new certificate because the previous one is missing');
    const doctor = await runMillwright('doctor', '--data', data);
    expect(doctor.code).toBe(0);
    expect(doctor.stdout).not.toContain(pin);
  },
);

test('the start requires both flags when the keys and the certificate are missing', async () => {
  const pin = JSON.parse(readFileSync(join(whole, 'secrets.json'), 'utf8')).certificate as string;
  const data = copyWithout('secrets.json', 'certs');
  for (const flags of [[], ['--new-secrets'], ['--new-certificate']]) {
    const ended = await expectServeToFail(data, ...flags);
    expect([ended.code, ended.stdout, ended.stderr.trim().split('\n').length]).toEqual([1, '', 1]);
    const [keys, certificate] = ['secrets.json with the keys', `the certificate with the SPKI pin ${pin}`];
    expect(ended.stderr.includes(keys)).toBe(!flags.includes('--new-secrets'));
    expect(ended.stderr.includes(certificate)).toBe(!flags.includes('--new-certificate'));
    expect(ended.stderr).toContain(
      'both missing. To continue without them, use both --new-secrets and --new-certificate.',
    );
    expect(['secrets.json', 'certs'].some((name) => existsSync(join(data, name)))).toBe(false);
  }
  const appliance = await startAppliance({ data, args: ['--new-secrets', '--new-certificate'] });
  expect(await appliance.stop()).toBe(0);
  const pinsEnd =
    'PCs and scripts that pin the old certificate do not trust this appliance until you update them';
  for (const word of [
    'created new keys',
    'created a new certificate because the previous one is missing',
    pinsEnd,
    pin,
  ])
    expect(appliance.stderr()).toContain(word);
  expect(auditOf(data, 'platform.certificate.renewed')).toMatchObject([
    { lost: pin, consequence: expect.stringContaining(pinsEnd) },
  ]);
});

/** Returns the details of the audit rows of one action. */
function auditOf(data: string, action: string): unknown[] {
  const db = new Database(join(data, 'millwright.db'), { readonly: true });
  const rows = db.query('SELECT details FROM auditlogs WHERE action = ?').all(action);
  db.close();
  return (rows as { details: string }[]).map(({ details }) => JSON.parse(details));
}

test('a server that was never set up requires --new-secrets and reports no tampering', async () => {
  const data = join(scratch, 'never-set-up');
  const first = await startAppliance({ data, args: ['--no-tls'] });
  expect(await first.stop()).toBe(0);
  rmSync(join(data, 'secrets.json'));
  const ended = await expectServeToFail(data, '--no-tls');
  expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining('secrets.json with the keys')]);
  expect(existsSync(join(data, 'secrets.json'))).toBe(false);
  const doctor = await runMillwright('doctor', '--data', data, '--no-tls');
  expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining('secrets.json with the keys')]);
  const appliance = await startAppliance({ data, args: ['--no-tls', '--new-secrets'] });
  expect(await appliance.stop()).toBe(0);
  expect(appliance.stderr()).toContain('created new keys because the previous ones are missing');
  expect(appliance.stderr()).not.toContain('audit log verification failed');
  expect(auditOf(data, 'audit.log.mistrusted')).toEqual([]);
});

test('a first start and a first start with HTTPS create what they need', async () => {
  const data = join(scratch, 'fresh');
  expect((await runMillwright('migrate', '--data', data)).code).toBe(0);
  const plain = await startAppliance({ data, args: ['--no-tls'] });
  expect(await plain.stop()).toBe(0);
  const encrypted = await startAppliance({ data });
  expect(await encrypted.stop()).toBe(0);
  expect([plain.stderr(), encrypted.stderr()]).toEqual(['', '']);
});
