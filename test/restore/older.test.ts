import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import {
  createWriteStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { runtime } from '#runtime';
import { packed, partOf, type Source } from '../../src/kit/backup/archive.ts';
import type { Manifest } from '../../src/kit/backup/manifest.ts';
import { wrapped } from '../../src/kit/backup/stream.ts';
import { putOldData, stateOf } from '../upgrades/old-data.ts';
import { runDoctor, runRestore } from './restoring.ts';

setDefaultTimeout(120_000);

const scratch = mkdtempSync(join(tmpdir(), 'millwright-older-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** A backup of data of 0.1.0, which made none itself. */
async function oldBackup(audit: (end: Manifest['audit']) => Manifest['audit']): Promise<string> {
  const old = putOldData(join(scratch, crypto.randomUUID()));
  const sqlite = runtime.openSqlite(join(old, 'millwright.db'));
  sqlite.ask('PRAGMA journal_mode = DELETE');
  const [end] = sqlite.ask('SELECT auditlogid AS rows, hash FROM auditlogs ORDER BY 1 DESC LIMIT 1') as [
    Manifest['audit'],
  ];
  sqlite.close();
  const below = (folder: string) =>
    existsSync(join(old, folder))
      ? readdirSync(join(old, folder), { recursive: true, encoding: 'utf8' }).map(
          (name) => `${folder}/${name}`,
        )
      : [];
  const names = ['millwright.db', 'secrets.json', ...below('files'), ...below('certs')];
  const sources: Source[] = names
    .map((name) => ({ name, path: join(old, name) }))
    .filter(({ path }) => statSync(path).isFile());
  const about: Manifest = {
    version: '0.1.0',
    host: 'old',
    applianceid: crypto.randomUUID(),
    createddate: '2026-01-02T03:04:05.678Z',
    by: 'admin',
    parts: await Promise.all(sources.map(partOf)),
    audit: audit(end),
  };
  const file = join(scratch, `${crypto.randomUUID()}.tar.zst`);
  await pipeline(Readable.from(await wrapped(packed(about, sources), '')), createWriteStream(file));
  return file;
}

test('a backup of an older version is brought up to date on the way', async () => {
  const data = join(scratch, 'data');
  const { code, said } = await runRestore(await oldBackup((end) => end), '--data', data);
  expect([code, said]).toEqual([0, expect.stringContaining('2026-01-02T03:04:05.678Z')]);
  expect(stateOf(data, scratch)).toBe('after');
  expect(existsSync(join(data, 'backups'))).toBe(false);
  expect(readdirSync(data).filter((name) => /before|migrat|-wal/.test(name))).toEqual([]);
  const doctor = runDoctor(data);
  expect([doctor.code, doctor.said]).toEqual([0, expect.not.stringContaining('will run at the next start')]);
  expect(readFileSync(join(data, 'audit-head.json'), 'utf8')).toContain('mark');
});

test('one whose log does not end as its manifest says is refused, older or not', async () => {
  const data = join(scratch, 'refused');
  const { code, said } = await runRestore(
    await oldBackup((end) => ({ ...end, rows: end.rows - 1 })),
    '--data',
    data,
  );
  expect([code, said]).toEqual([1, 'The audit log does not end as the manifest says.']);
  expect(existsSync(data)).toBe(false);
});
