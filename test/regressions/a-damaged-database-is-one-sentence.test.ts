import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runtime } from '#runtime';
import { plugins } from '../../plugins/index.ts';
import { chainsOf } from '../../src/app.ts';
import type { Manifest } from '../../src/kit/backup/manifest.ts';
import { verifyDatabaseFile, verifyUnpackedDatabase } from '../../src/kit/backup/verify-database.ts';
import { destroyTable } from '../restore/destroy-table.ts';
import { putDatabase } from '../support/template.ts';

const scratch = mkdtempSync(join(tmpdir(), 'millwright-damaged-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const own = { chains: chainsOf(plugins), plugins: [] };
const at = new Date('2026-03-02T08:00:00Z');
const manifest = { version: '0.2.0', audit: { rows: 7, hash: 'x'.repeat(64) } } as Manifest;

let made = 0;
/** Creates a database in which the first pages of these tables are overwritten. Returns its folder. */
function createDamaged(tables: readonly string[]): string {
  const folder = mkdtempSync(join(scratch, `${++made}-`));
  putDatabase(join(folder, 'millwright.db'), own.chains, () => at);
  for (const table of tables) destroyTable(folder, table);
  return folder;
}

const TABLES = ['vendors', 'models', 'locations', 'assets', 'businessunits', 'bootstraptokens'];

test('the check reports a damaged database in one sentence for any number of damaged tables', () => {
  for (let count = 1; count <= TABLES.length; count++) {
    const folder = createDamaged(TABLES.slice(0, count));
    const path = join(folder, 'millwright.db');
    for (const problems of [
      verifyDatabaseFile(path, own),
      verifyUnpackedDatabase(folder, manifest, own, at),
    ]) {
      expect([count, problems.length]).toEqual([count, 1]);
      expect(problems[0]).toMatch(/^The database (is damaged|cannot be read): [^\n]+[^.\n]\.$/);
      expect(problems[0]).not.toContain('***');
    }
  }
});

test('the check reports references to missing rows in one sentence', () => {
  const folder = createDamaged([]);
  const path = join(folder, 'millwright.db');
  const sqlite = runtime.openSqlite(path);
  sqlite.ask('PRAGMA foreign_keys = OFF');
  const stamps = "'2026-03-02T08:00:00.000Z', '2026-03-02T08:00:00.000Z'";
  sqlite.ask(
    `INSERT INTO models (modelnumber, vendorid, createddate, modifieddate) VALUES ('M', 999999, ${stamps})`,
  );
  sqlite.close();
  const problems = verifyDatabaseFile(path, own);
  expect(problems).toHaveLength(1);
  expect(problems[0]).not.toContain('\n');
});

test('the check reports no problem for an undamaged database', () => {
  const folder = createDamaged([]);
  expect(verifyDatabaseFile(join(folder, 'millwright.db'), own)).toEqual([]);
});
