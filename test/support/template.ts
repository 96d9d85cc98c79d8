import { copyFileSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Chain, migrate } from '../../src/kit/data/migrate.ts';

/** Paths of migrated, empty databases of this process, by their migrations. */
const templates = new Map<string, string>();

/**
 * Creates an empty, migrated database at `path` as a copy of a template, migrated once in this process. An
 * existing database, such as one of an older version, is migrated itself.
 */
export function putDatabase(path: string, chains: readonly Chain[], now: () => Date): void {
  if (!existsSync(path)) copyFileSync(templateOf(chains, now), path);
  else migrate(path, chains, now);
}

function templateOf(chains: readonly Chain[], now: () => Date): string {
  const key = chains
    .flatMap(({ name, migrations }) => [name, ...migrations.map(({ id, sql }) => id + sql)])
    .join('\n');
  const existing = templates.get(key);
  // The folder is deleted at the end of a test run, and this process may outlive that run.
  if (existing && existsSync(existing)) return existing;
  const path = join(mkdtempSync(join(tmpdir(), 'millwright-template-')), 'millwright.db');
  migrate(path, chains, now);
  templates.set(key, path);
  return path;
}
