import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SECRETS_RENEWED } from '../audit/regenerated-keys.ts';
import type { Output } from '../cli.ts';
import type { Config } from '../config.ts';
import { type Chain, listPendingMigrations } from '../data/migrate.ts';
import { openDatabaseFile, refuseDamagedFile } from '../data/open.ts';
import { verifyForeignKeys } from '../data/orphans.ts';
import type { Reader } from '../data/reader.ts';
import { isSwapInterrupted } from '../restore/plan.ts';
import { secretsPath } from '../secrets.ts';
import { version } from '../version.ts';
import { checkCertificate } from './doctor-certificate.ts';
import { findLostSecrets } from './lost-keys.ts';
import { listExposedPaths } from './private-data.ts';
import { auditCount, auditWarnings } from './queries.ts';
import { readerOf, verifyAuditLogAndHead } from './verify-audit-log-and-head.ts';

/** The data directory to examine. */
export interface ExaminedData extends Pick<Config, 'data' | 'tls'> {
  /**
   * True when this process has the database open. The header is not read then, because closing the file would
   * release the locks.
   */
  isOpenHere?: boolean;
}

/**
 * Examines a data directory and writes the result of each check to `out`. Changes no data, but removes access
 * of other users to the key files. Returns 0 if everything is valid, else 1.
 */
export function checkDataDirectory(
  { data, tls, isOpenHere = false }: ExaminedData,
  chains: readonly Chain[],
  { out }: Pick<Output, 'out'>,
): number {
  let faults = 0;
  const check = (what: string, look: () => string) => {
    try {
      out(`ok     ${what}: ${look()}`);
    } catch (cause) {
      faults++;
      out(`FAULT  ${what}: ${cause instanceof Error ? cause.message : cause}${adviceOf(cause)}`);
    }
  };
  out(`Millwright ${version}, data in ${data}`);
  const path = join(data, 'millwright.db');
  if (isSwapInterrupted(data)) {
    out('FAULT  database: a restore was interrupted. Start the appliance, or restore again, to finish it.');
    return 1;
  }
  if (!existsSync(path)) {
    out('FAULT  database: not found. Start the appliance once, or specify the data directory with --data.');
    return 1;
  }
  let isDatabase = false;
  check('database', () => {
    if (!isOpenHere) refuseDamagedFile(path);
    isDatabase = true;
    return integrity(path);
  });
  // A file that is not a database is not opened, because SQLite would write to it.
  if (!isDatabase) return 1;
  check('migrations', () => migrations(path, chains));
  // Before the keys are opened, which removes access of other users to them.
  check('privacy', () => privacy(data));
  check('audit log', () => auditChain(path, chains, data));
  if (tls) check('certificate', () => withDatabase(path, (sqlite) => checkCertificate(data, sqlite)));
  return faults === 0 ? 0 : 1;
}

/**
 * Returns advice for an unwritable directory. SQLite creates a file next to the database even for reading.
 */
const adviceOf = (cause: unknown): string =>
  /^SQLITE_(CANTOPEN|READONLY)/.test(String((cause as { code?: unknown }).code))
    ? '. A read-only directory cannot be checked. Copy the directory and check the copy.'
    : '';

function withDatabase<T>(path: string, work: (sqlite: ReturnType<typeof openDatabaseFile>) => T): T {
  const sqlite = openDatabaseFile(path);
  try {
    return work(sqlite);
  } finally {
    sqlite.close();
  }
}

function integrity(path: string): string {
  return withDatabase(path, (sqlite) => {
    const found = sqlite.ask('PRAGMA integrity_check(5)') as { integrity_check: string }[];
    if (found[0]?.integrity_check !== 'ok')
      throw new Error(found.map((row) => row.integrity_check).join('; '));
    const orphans = verifyForeignKeys(sqlite);
    if (orphans !== undefined) throw new Error(orphans);
    return 'whole';
  });
}

function migrations(path: string, chains: readonly Chain[]): string {
  const left = migrationsLeft(path, chains);
  return left === 0 ? 'up to date' : `${left} will run at the next start`;
}

const migrationsLeft = (path: string, chains: readonly Chain[]): number =>
  withDatabase(path, (sqlite) => listPendingMigrations(sqlite, path, chains).length);

function privacy(data: string): string {
  if (process.platform === 'win32') return 'not checked on Windows; the parent folder sets the access rights';
  const open = listExposedPaths(data);
  if (open.length === 0) return 'only the owner can read it';
  const [first] = open;
  const what = first === '.' ? 'the data directory' : first;
  const more = open.length > 1 ? ` and ${open.length - 1} more` : '';
  throw new Error(
    `${what}${more} can be read or written by other users. The next start removes this access.`,
  );
}

function auditChain(path: string, chains: readonly Chain[], data: string): string {
  const lost = withDatabase(path, (sqlite) => findLostSecrets(data, sqlite));
  if (lost) throw new Error(lost.sentence);
  if (migrationsLeft(path, chains) > 0) return 'not checked; the migrations must run first';
  if (!existsSync(secretsPath(data))) return 'no row yet; the next start creates its key';
  return withDatabase(path, (sqlite) => {
    const reader = readerOf(sqlite);
    const fault = verifyAuditLogAndHead(reader, data);
    if (fault) throw new Error(fault);
    return [`${auditCount.get(reader)!.n} rows, unbroken`, ...foundBefore(reader)].join('\n');
  });
}

/**
 * Returns notes on the warnings of earlier starts. They no longer count as faults, because the log has been
 * continued since, but the operator should see them.
 */
const foundBefore = (reader: Reader): string[] =>
  auditWarnings.all(reader).map(({ auditlogid, createddate, action, details }) => {
    if (action === SECRETS_RENEWED)
      return `NOTE   audit log: on ${createddate} new keys were created because the previous ones were missing; rows before row ${auditlogid} cannot be verified.`;
    const { fault } = JSON.parse(details ?? '{}') as { fault?: string };
    return `NOTE   audit log: on ${createddate} verification failed at start: ${fault} See row ${auditlogid}.`;
  });
