import { expect } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import type { BackupMetadata } from '../../src/kit/backup/backup-store.ts';
import type { Site } from '../support/site.ts';
import { backupPath } from './reading.ts';

/** Verifies the backup with one altered byte at each of several places, truncated, and intact again. */
export async function expectDamageFound(site: Site, note: BackupMetadata, places: number): Promise<void> {
  const verify = () => site.admin.post(`/api/backups/${note.backupid}/verify`);
  const file = backupPath(site, note);
  const content = readFileSync(file);
  for (let n = 0; n < places; n++) {
    const at = Math.floor(((n + 0.5) / places) * content.length);
    const altered = Buffer.from(content);
    altered[at]! ^= 0x21;
    writeFileSync(file, altered);
    const { status, data } = await verify();
    expect([note.filename, at, status, data.verified]).toEqual([note.filename, at, 200, false]);
    expect(data.problems[0]).toMatch(/\.$/);
  }
  writeFileSync(file, content.subarray(0, content.length - 100));
  expect((await verify()).data.verified).toBe(false);
  writeFileSync(file, content);
  expect((await verify()).data).toEqual({ verified: true, problems: [] });
}
