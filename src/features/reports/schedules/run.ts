import { type Actor, hasPermission } from '../../../kit/actor.ts';
import type { Reader } from '../../../kit/data/reader.ts';
import { createSystemContext, type WriteContext } from '../../../kit/data/tx.ts';
import { AppError } from '../../../kit/errors.ts';
import type { Host } from '../../../kit/host.ts';
import { hasMailServer } from '../../../kit/outbox/mail-server.ts';
import { findUserActor } from '../../identity/index.ts';
import { composeReportMail, type Parameters } from '../request.ts';
import { dueSchedules, recordRun, scheduleById } from './queries.ts';
import { computeNextRun } from './schedule-time.ts';
import { reportschedules, type Schedule } from './tables.ts';

/**
 * Sends the due reports, one after the other. A schedule that was due several times while the server was off
 * is sent once. Without a mail server all of them wait.
 */
export async function sendDueReports(host: Host): Promise<void> {
  if (!hasMailServer(host.settings)) return;
  const at = host.clock.now().toISOString();
  for (const schedule of host.db.read((reader) => dueSchedules.all(reader, { at })))
    await sendScheduledReport(host, schedule, createSystemContext(), false);
}

/**
 * Mails a report with the data that the owner of the schedule may read. Stops the schedule when the owner may
 * no longer schedule or read the report. Records any other error in the schedule. `isExtra` leaves the next
 * time unchanged and throws errors, also when the owner may no longer read the report.
 */
export async function sendScheduledReport(
  host: Host,
  schedule: Schedule,
  context: WriteContext,
  isExtra: boolean,
): Promise<void> {
  const actor = host.db.read((reader) => findOwnerActor(reader, schedule));
  if (!actor || !hasPermission(actor, 'settings.edit'))
    return stop(host, schedule, 'Stopped: the user who saved it can no longer send reports. Save it again.');
  const { report } = schedule;
  const parameters = JSON.parse(schedule.parameters ?? '{}') as Parameters;
  try {
    const { mail, rows, attached } = await composeReportMail(host, { actor }, { report, parameters });
    const to = JSON.parse(schedule.addresses) as string[];
    host.db.transact(context, 'reports.report.mailed', (tx) => {
      if (!isExtra && isMetMeanwhile(tx, schedule)) return;
      host.outbox.mail(tx, { ...mail, to });
      const details = { to, parameters, rows, attached, schedule: schedule.title, by: actor.name };
      tx.audit({ entitytype: 'report', entityid: report, details, undoable: false });
      const many = to.length === 1 ? 'recipient' : 'recipients';
      const lastoutcome = `Sent to ${to.length} ${many}: ${rows.toLocaleString('en')} rows.`;
      recordRun.run(tx, { ...timesOf(host, schedule, isExtra), lastoutcome });
    });
  } catch (cause) {
    if (isExtra) throw cause;
    if (cause instanceof AppError && cause.code === 'FORBIDDEN')
      return stop(
        host,
        schedule,
        'Stopped: the user who saved it can no longer read this report. Save it again.',
      );
    if (!(cause instanceof AppError)) host.log.error('scheduled report failed', { report, cause });
    const reason =
      cause instanceof AppError ? cause.message : 'The report failed. See the log for the reason.';
    host.db.writeUnaudited((tx) =>
      recordRun.run(tx, { ...timesOf(host, schedule, false), lastoutcome: `Not sent: ${reason}` }),
    );
  }
}

/**
 * Reports whether another run has sent the schedule, or a user has paused it or changed its next run, since
 * the schedule was read. A schedule is sent only once.
 */
function isMetMeanwhile(reader: Reader, { reportscheduleid, nextrun }: Schedule): boolean {
  const now = scheduleById.get(reader, { reportscheduleid });
  return now?.isactive !== 1 || now.nextrun !== nextrun;
}

function timesOf({ clock }: Host, schedule: Schedule, isExtra: boolean) {
  const now = clock.now();
  const { reportscheduleid } = schedule;
  const nextrun = isExtra ? schedule.nextrun : computeNextRun(now, schedule).toISOString();
  return { reportscheduleid, nextrun, lastrun: now.toISOString() };
}

/**
 * Returns the owner of the schedule, limited to the scopes of the token with which it was saved; undefined
 * when the account is inactive or deleted.
 */
function findOwnerActor(reader: Reader, { ownerid, scopes }: Schedule): Actor | undefined {
  const owner = ownerid === null ? undefined : findUserActor(reader, ownerid, null);
  if (!owner || scopes === null) return owner;
  const within = JSON.parse(scopes) as string[];
  const permissions = new Set(within.filter((scope) => hasPermission(owner, scope)));
  return { ...owner, isadmin: false, scopes: within, permissions };
}

function stop(host: Host, { reportscheduleid }: Schedule, lastoutcome: string): void {
  host.db.transact(createSystemContext(), 'reports.reportschedule.stopped', (tx) => {
    tx.update(reportschedules, reportscheduleid, { isactive: 0, lastoutcome });
    tx.audit({ entitytype: 'reportschedule', entityid: reportscheduleid, undoable: false });
  });
}
