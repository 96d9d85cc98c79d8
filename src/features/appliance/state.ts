import { existsSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { runtime } from '#runtime';
import { findNewestVerified } from '../../kit/backup/backup-store.ts';
import { diskOf } from '../../kit/disk-space.ts';
import type { Host } from '../../kit/host.ts';
import { ListenAddresses } from '../../kit/http/listen-addresses.ts';
import { readPausedSince } from '../../kit/outbox/pause-deliveries.ts';
import { itemsInState } from '../../kit/outbox/queries.ts';
import { ServedCertificate } from '../../kit/tls/served-certificate.ts';
import { buildInfo } from '../../kit/version.ts';
import { Backups, findBackupAlarm } from '../appliancebackups/index.ts';
import type { ApplianceRecord } from './appliance-record.ts';
import { lastAuditRow } from './queries.ts';
import { StorageUsageCache } from './storage-usage.ts';

const DAY_MS = 86_400_000;

/**
 * Returns the version, the process, the sizes of disk and database, and the state of jobs, certificate,
 * backups, outbox and audit log. Sizes of folders and the row counts of tables are from `StorageUsageCache`,
 * and null until its first measurement.
 */
export function readApplianceState(host: Host): ApplianceRecord {
  const measured = host.getInstance(StorageUsageCache).current;
  const { bytes, walbytes } = readDatabaseSize(host);
  const uptimeseconds = Math.floor(process.uptime());
  return {
    version: buildInfo.version,
    commit: buildInfo.commit ?? null,
    runtime: runtime.name,
    platform: `${process.platform} ${process.arch}`,
    hostname: hostname(),
    starteddate: new Date(host.clock.now().getTime() - uptimeseconds * 1000).toISOString(),
    uptimeseconds,
    datafolder: host.config.data,
    listens: host.getInstance(ListenAddresses).addresses,
    disk: {
      ...diskOf(host.config.data),
      databasebytes: bytes + walbytes,
      filesbytes: measured?.filesbytes ?? null,
      backupsbytes: measured?.backupsbytes ?? null,
      logsbytes: measured?.logsbytes ?? null,
      measureddate: measured?.measureddate ?? null,
    },
    database: { bytes, walbytes, tables: measured?.tables ?? null, looked: lastLook(host) },
    jobs: jobsOf(host),
    certificate: readCertificateState(host),
    backups: readBackupState(host),
    outbox: readOutboxState(host),
    audit: readAuditState(host),
  };
}

/** Returns the sizes in bytes of the database and of its write-ahead log. */
export function readDatabaseSize(host: Host): { bytes: number; walbytes: number } {
  const pragma = (name: string) => host.db.read((reader) => reader.value<number>(`PRAGMA ${name}`))!;
  const log = join(host.config.data, 'millwright.db-wal');
  return {
    bytes: pragma('page_count') * pragma('page_size'),
    walbytes: existsSync(log) ? statSync(log).size : 0,
  };
}

/**
 * Returns the numbers of queued and failed deliveries, and the time since when deliveries are paused. That
 * time is null while they are not.
 */
export function readOutboxState(host: Host): ApplianceRecord['outbox'] {
  const items = (state: 'queued' | 'failed') =>
    host.db.read((reader) => itemsInState.get(reader, { state })!.n);
  return { waiting: items('queued'), failed: items('failed'), heldsince: host.db.read(readPausedSince) };
}

/**
 * Returns the number of audit rows, and the error message when the file of the audit head does not match the
 * last row; otherwise null. Rows are never deleted, so the last ID is their number.
 */
export const readAuditState = (host: Host): ApplianceRecord['audit'] => ({
  rows: host.db.read((reader) => lastAuditRow.get(reader)?.auditlogid) ?? 0,
  fault: host.audithead.verify() ?? null,
});

/**
 * Returns the served certificate; null without TLS. `daystoexpiry` is rounded down, negative after the end.
 */
export function readCertificateState(host: Host): ApplianceRecord['certificate'] {
  const details = host.getInstance(ServedCertificate).details;
  if (!details) return null;
  const { commonname, sans: names, issuer, selfsigned, notafter, sha256 } = details;
  const left = Date.parse(notafter) - host.clock.now().getTime();
  const daystoexpiry = Math.floor(left / DAY_MS);
  return { commonname, names, issuer, selfsigned, notafter, daystoexpiry, sha256 };
}

/** Returns the newest verified backup, or null, and whether `findBackupAlarm` returns an alarm. */
export function readBackupState(host: Host): ApplianceRecord['backups'] {
  const good = findNewestVerified(host.getInstance(Backups).list());
  const isoverdue = findBackupAlarm(host) !== undefined;
  if (!good) return { newest: null, isoverdue };
  const { backupid, filename, createddate, bytes, sealed } = good;
  return { newest: { backupid, filename, createddate, bytes, sealed }, isoverdue };
}

/**
 * Returns the date and result of the last verification of a backup, which checks the whole database as of
 * that time. Uploaded backups do not count.
 */
function lastLook(host: Host): ApplianceRecord['database']['looked'] {
  const looks = host
    .getInstance(Backups)
    .list()
    .flatMap(({ verifieddate, verified, kind }) =>
      verifieddate && kind !== 'uploaded' ? [{ date: verifieddate, iswhole: verified === true }] : [],
    );
  return looks.sort((one, other) => other.date.localeCompare(one.date))[0] ?? null;
}

function jobsOf(host: Host): ApplianceRecord['jobs'] {
  const states = host.scheduler.listStates();
  const instants = (dates: (string | null)[]) => dates.filter((date) => date !== null).sort();
  return {
    total: states.length,
    running: states.flatMap(({ running, jobname, title }) => (running ? [{ jobname, title }] : [])),
    failed: states.flatMap(({ lastresult, jobname, title, lastrun, lasterror }) =>
      lastresult === 'failed' ? [{ jobname, title, lastrun, lasterror }] : [],
    ),
    lastrun: instants(states.map(({ lastrun }) => lastrun)).at(-1) ?? null,
    nextrun: instants(states.map(({ nextrun }) => nextrun))[0] ?? null,
  };
}
