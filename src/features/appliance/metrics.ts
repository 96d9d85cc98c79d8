import { diskOf } from '../../kit/disk-space.ts';
import type { Host } from '../../kit/host.ts';
import { gauge, type Metric, toUnixSeconds } from '../../kit/metric.ts';
import {
  readAuditState,
  readBackupState,
  readCertificateState,
  readDatabaseSize,
  readOutboxState,
} from './state.ts';

/**
 * Returns the metrics of the appliance page that are useful for alerts: disk, database, outbox, audit log,
 * plugin errors, newest backup and, with TLS, the certificate.
 */
export function listApplianceMetrics(host: Host): Metric[] {
  const disk = diskOf(host.config.data);
  const database = readDatabaseSize(host);
  const outbox = readOutboxState(host);
  const audit = readAuditState(host);
  const { newest } = readBackupState(host);
  const certificate = readCertificateState(host);
  return [
    gauge('disk_free_bytes', 'Free space on the disk of the data folder.', disk.freebytes),
    gauge('disk_size_bytes', 'Size of the disk of the data folder.', disk.totalbytes),
    gauge('database_bytes', 'Size of the database.', database.bytes),
    gauge('database_wal_bytes', 'Size of the write-ahead log of the database.', database.walbytes),
    gauge('outbox_queued', 'Queued mail and webhooks.', outbox.waiting),
    gauge('outbox_failed', 'Failed mail and webhooks.', outbox.failed),
    gauge('audit_log_rows', 'Rows of the audit log.', audit.rows),
    gauge(
      'audit_log_faults',
      '1 if verification of the newest audit rows failed, else 0.',
      audit.fault ? 1 : 0,
    ),
    gauge('faults', 'Distinct plugin errors since the start.', host.pluginErrors.all().length),
    gauge(
      'backup_last_success_timestamp_seconds',
      'Creation time of the newest verified backup; 0 if there is none.',
      newest ? toUnixSeconds(newest.createddate) : 0,
    ),
    // An appliance without TLS has no certificate.
    ...(certificate
      ? [
          gauge(
            'certificate_not_after_timestamp_seconds',
            'End of validity of the certificate.',
            toUnixSeconds(certificate.notafter),
          ),
        ]
      : []),
  ];
}
