import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startAppliance } from '../browser/harness.ts';
import { eventually } from '../support/receivers.ts';
import {
  createFirstAdmin,
  createScratchDirectory,
  expectServeToFail,
  post,
  runMillwright,
} from './process.ts';

setDefaultTimeout(120_000);

const scratch = createScratchDirectory('damage');
const whole = join(scratch, 'whole');

beforeAll(async () => {
  const appliance = await startAppliance({ data: whole, args: ['--http-port', '0'] });
  const address = /^Millwright listening on (http:\S+)$/m;
  await eventually(() => address.test(appliance.stdout()), 'it says where it listens without TLS');
  const plain = appliance.stdout().match(address)![1]!;
  const headers = await createFirstAdmin(plain);
  for (let n = 0; n < 40; n++)
    await post(plain, '/api/vendors', headers, { vendor: `Vendor ${n}`, description: 'd'.repeat(9000) });
  expect(await appliance.stop()).toBe(0);
});

/** Returns a copy of a used data directory, so that each case can damage its own. */
function copyOfData(): string {
  const data = mkdtempSync(join(scratch, 'case-'));
  cpSync(whole, data, { recursive: true });
  return data;
}

function overwrite(file: string, position: number, bytes: Buffer): void {
  const content = readFileSync(file);
  bytes.copy(content, position);
  writeFileSync(file, content);
}

/** The damages: description, file, action, and the expected error message. */
const damages: [what: string, file: string, hurt: (path: string) => void, words: RegExp][] = [
  [
    'a truncated database',
    'millwright.db',
    (path) => truncateSync(path, statSync(path).size - 4096),
    /millwright\.db is truncated\. Restore a backup/,
  ],
  [
    'a database truncated in its first page',
    'millwright.db',
    (path) => truncateSync(path, 1000),
    /millwright\.db is truncated\. Restore a backup/,
  ],
  [
    'a foreign file as database',
    'millwright.db',
    (path) => writeFileSync(path, 'PK\u0003\u0004 a letter to grandmother'.repeat(99)),
    /millwright\.db is not a Millwright database\. Restore a backup/,
  ],
  [
    'a database whose first page is garbage',
    'millwright.db',
    (path) => overwrite(path, 100, Buffer.alloc(3000, 0xa5)),
    /millwright\.db is damaged.*Restore a backup/,
  ],
  [
    'a truncated secrets.json',
    'secrets.json',
    (path) => truncateSync(path, 20),
    /secrets\.json is damaged\. Restore it from a backup, or move it away and start once with --new-secrets/,
  ],
  ['an empty secrets.json', 'secrets.json', (path) => truncateSync(path, 0), /secrets\.json is damaged/],
  [
    'keys of the wrong kind',
    'secrets.json',
    (path) => writeFileSync(path, '{"login":"short","seal":"short"}'),
    /secrets\.json is damaged/,
  ],
  [
    'a damaged certificate',
    'certs/server.pem',
    (path) => truncateSync(path, 300),
    /certificate file \S+server\.pem cannot be used: .* Restore it from a backup, or move it away/,
  ],
  ['an empty certificate', 'certs/server.pem', (path) => truncateSync(path, 0), /server\.pem cannot be used/],
  [
    'a certificate without PEM content',
    'certs/server.pem',
    (path) => writeFileSync(path, 'hello'),
    /server\.pem cannot be used: The certificate is not a PEM certificate/,
  ],
  [
    'a directory where the certificate was',
    'certs/server.pem',
    (path) => rmSync(path),
    /server\.pem cannot be used/,
  ],
  [
    'a damaged plugins.json',
    'plugins.json',
    (path) => writeFileSync(path, '{"disabled": ['),
    /plugins\.json is damaged/,
  ],
];

test.each(damages)(
  '%s makes the start fail with one clear line, code 1 and an unchanged file',
  async (what, file, hurt, words) => {
    const data = copyOfData();
    const path = join(data, file);
    hurt(path);
    if (what.startsWith('a directory')) cpSync(join(whole, 'certs'), path, { recursive: true });
    const before = statSync(path).isFile() ? readFileSync(path) : undefined;
    const ended = await expectServeToFail(data);
    expect([ended.code, ended.stdout, ended.stderr]).toEqual([1, '', expect.stringMatching(words)]);
    expect(ended.stderr.trim().split('\n')).toHaveLength(1);
    if (before) expect(readFileSync(path).equals(before)).toBe(true);
  },
);

test('the doctor reports a damaged page of the database and changes nothing', async () => {
  const data = copyOfData();
  const path = join(data, 'millwright.db');
  const size = statSync(path).size;
  overwrite(path, Math.floor(size / 4096 - 4) * 4096, Buffer.alloc(8192, 0xa5));
  const before = readFileSync(path);
  const ended = await runMillwright('doctor', '--data', data);
  expect([ended.code, ended.stdout]).toEqual([1, expect.stringMatching(/FAULT {2}database: /)]);
  expect(readFileSync(path).equals(before)).toBe(true);
});

test('the start is refused when owner.json is damaged and the directory is in use', async () => {
  const data = copyOfData();
  const appliance = await startAppliance({ data, args: ['--no-tls'] });
  writeFileSync(join(data, 'owner.json'), '{"pid":');
  const ended = await expectServeToFail(data, '--no-tls');
  expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining('is in use by another process')]);
  expect(await appliance.stop()).toBe(0);
});
