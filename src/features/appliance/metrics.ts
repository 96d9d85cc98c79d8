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

/** Returns the metrics of the appliance page that are useful for alerts. */
export function listApplianceMetrics(host: Host): Metric[] {
  const disk = diskOf(host.config.data);
  const database = readDatabaseSize(host);
  const outbox = readOutboxState(host);
  const audit = readAuditState(host);
  const { newest } = readBackupState(host);
  const certificate = readCertificateState(host);
  return [
    gauge('disk_free_bytes', 'Free on the disk of the data folder.', disk.freebytes),
    gauge('disk_size_bytes', 'Size of the disk of the data folder.', disk.totalbytes),
    gauge('database_bytes', 'Size of the database.', database.bytes),
    gauge('database_wal_bytes', "Size of the database's log of writes.", database.walbytes),
    gauge('outbox_queued', 'Mail and webhooks that wait.', outbox.waiting),
    gauge('outbox_failed', 'Mail and webhooks given up.', outbox.failed),
    gauge('audit_log_rows', 'Rows of the audit log.', audit.rows),
    gauge(
      'audit_log_faults',
      'Whether the end of the audit log was changed from outside.',
      audit.fault ? 1 : 0,
    ),
    gauge(
      'faults',
      'Different things that a part could not do since the start.',
      host.pluginErrors.all().length,
    ),
    gauge(
      'backup_last_success_timestamp_seconds',
      'When the newest whole backup was made; 0 where there is none.',
      newest ? toUnixSeconds(newest.createddate) : 0,
    ),
    // An appliance without TLS has no certificate.
    ...(certificate
      ? [
          gauge(
            'certificate_not_after_timestamp_seconds',
            'Until when the certificate is valid.',
            toUnixSeconds(certificate.notafter),
          ),
        ]
      : []),
  ];
}
