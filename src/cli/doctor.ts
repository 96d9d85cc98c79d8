import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { firstBrokenAuditRow } from '../kit/audit/verify.ts';
import { Moment, systemClock } from '../kit/clock.ts';
import type { Config } from '../kit/config.ts';
import { type Chain, pendingMigrations } from '../kit/data/migrate.ts';
import { openSqlite } from '../kit/data/open.ts';
import { Reader } from '../kit/data/reader.ts';
import { Statements } from '../kit/data/statements.ts';
import { describeCertificate, loadCertificate } from '../kit/tls/certificate.ts';
import { version } from '../kit/version.ts';
import { auditCount } from './queries.ts';
import type { Output } from './serve.ts';

/** Looks at a data directory without changing it; answers 0 when all is well, 1 otherwise. */
export function doctor(config: Config, chains: Chain[], { out }: Output): number {
  let faults = 0;
  const check = (what: string, look: () => string) => {
    try {
      out(`ok     ${what}: ${look()}`);
    } catch (cause) {
      faults++;
      out(`FAULT  ${what}: ${cause instanceof Error ? cause.message : cause}`);
    }
  };
  out(`Millwright ${version}, data in ${config.data}`);
  const path = join(config.data, 'millwright.db');
  if (!existsSync(path)) {
    out('FAULT  database: there is none here. Start the appliance once, or name its directory with --data.');
    return 1;
  }
  check('database', () => integrity(path));
  check('migrations', () => migrations(path, chains));
  check('audit log', () => auditChain(path));
  if (config.tls) check('certificate', () => certificate(join(config.data, 'certs')));
  return faults === 0 ? 0 : 1;
}

function withDatabase<T>(path: string, work: (sqlite: ReturnType<typeof openSqlite>) => T): T {
  const sqlite = openSqlite(path);
  try {
    return work(sqlite);
  } finally {
    sqlite.close();
  }
}

function integrity(path: string): string {
  return withDatabase(path, (sqlite) => {
    const found = sqlite.prepare('PRAGMA integrity_check(5)').all() as { integrity_check: string }[];
    if (found[0]?.integrity_check !== 'ok')
      throw new Error(found.map((row) => row.integrity_check).join('; '));
    const orphans = sqlite.prepare('PRAGMA foreign_key_check').all() as { table: string }[];
    if (orphans.length > 0)
      throw new Error(`${orphans.length} rows refer to missing ones, the first in ${orphans[0]!.table}.`);
    return 'whole';
  });
}

function migrations(path: string, chains: Chain[]): string {
  const pending = withDatabase(path, (sqlite) => pendingMigrations(sqlite, chains));
  return pending.length === 0 ? 'up to date' : `${pending.length} will run at the next start`;
}

function auditChain(path: string): string {
  return withDatabase(path, (sqlite) => {
    const reader = new Reader(new Statements(sqlite), () => new Moment(systemClock.now()));
    const broken = firstBrokenAuditRow(reader);
    if (broken !== undefined)
      throw new Error(`row ${broken} does not fit the one before it: the log was changed from outside.`);
    return `${auditCount.get(reader)!.n} rows, unbroken`;
  });
}

function certificate(folder: string): string {
  if (!existsSync(join(folder, 'server.pem'))) return 'none yet; the next start over HTTPS makes one';
  const details = describeCertificate(loadCertificate(folder).cert);
  return [
    `${details.commonname}, ${details.daystoexpiry} days left`,
    `       SPKI SHA-256 pin: ${details.spkipin}`,
    `       SHA-1 thumbprint: ${details.thumbprint}`,
  ].join('\n');
}
