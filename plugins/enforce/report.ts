import { addDays } from '../../src/kit/clock.ts';
import { createSystemContext, type WriteContext } from '../../src/kit/data/tx.ts';
import type { Host } from '../../src/kit/host.ts';
import { findPcByHostname } from './fleet.ts';
import { type ManifestStatus, RESULT_ACTIONS } from './labels.ts';
import { oldReports, supersedeReports, updateReportResults } from './report-queries.ts';
import type { EnforceReport } from './shapes.ts';
import { enforcereports } from './tables.ts';

/**
 * Stores a report as the newest one of its host name, scope and phase. `of` is the asset ID of an identified
 * PC. Without it, the host name identifies the PC, if one is registered. Throws 409 when several PCs have the
 * host name.
 */
export function saveEnforceReport(
  host: Host,
  context: WriteContext,
  report: EnforceReport,
  of?: number,
): { reportid: number; status: ManifestStatus } {
  const status = report.status ?? statusOf(report);
  const { hostname, phase, scopename = null, results } = report;
  const { value: reportid } = host.db.transact(context, 'enforce.report.received', (tx) => {
    const assetid = of ?? findPcByHostname(host, tx, hostname) ?? null;
    const newest = { hostname, scopename, phase };
    supersedeReports.run(tx, newest);
    const reportid = tx.insert(enforcereports, {
      ...newest,
      assetid,
      status,
      appliedversion: report.appliedversion ?? null,
      enforcerversion: report.enforcerversion ?? null,
      results: '[]',
      counts: '{}',
      failed: results.filter(({ action }) => action === 'failed').length,
    });
    updateReportResults.run(tx, {
      reportid,
      results: JSON.stringify(results),
      counts: JSON.stringify(report.counts ?? countsOf(report)),
    });
    tx.audit({ entitytype: 'report', entityid: reportid, details: { ...newest, status }, undoable: false });
    return reportid;
  });
  return { reportid, status };
}

/** Returns the status of a report: all entries failed, some failed, some changed, or none needed a change. */
function statusOf({ results }: EnforceReport): ManifestStatus {
  const failed = results.filter(({ action }) => action === 'failed').length;
  if (failed > 0) return failed === results.length ? 'failed' : 'partial';
  const isChanged = results.some(({ action }) => ['installed', 'updated', 'removed'].includes(action));
  return isChanged ? 'changed' : 'compliant';
}

const countsOf = ({ results }: EnforceReport): Record<string, number> =>
  Object.fromEntries(
    RESULT_ACTIONS.map(
      (action) => [action, results.filter((one) => one.action === action).length] as const,
    ).filter(([, n]) => n > 0),
  );

const BATCH_ROWS = 500;

/**
 * Deletes reports older than `days` days. The newest one of each PC, scope and phase stays while both the PC
 * and the scope exist. Returns the number of deleted reports.
 */
export function deleteOldReports(host: Host, days: number): number {
  const before = `${addDays(
    host.db.read((reader) => reader.today),
    -days,
  )}T00:00:00.000Z`;
  const old = host.db.read((reader) => oldReports.all(reader, { before, most: BATCH_ROWS }));
  if (old.length === 0) return 0;
  host.db.transact(createSystemContext(), 'enforce.report.forgotten', (tx) => {
    for (const { reportid } of old) {
      updateReportResults.run(tx, { reportid, results: '[]', counts: '{}' });
      tx.delete(enforcereports, reportid);
    }
    tx.audit({ entitytype: 'report', entityid: null, details: { count: old.length }, undoable: false });
  });
  return old.length + (old.length === BATCH_ROWS ? deleteOldReports(host, days) : 0);
}
