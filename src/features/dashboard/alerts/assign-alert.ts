import type { Actor } from '../../../kit/actor.ts';
import { requireForUndo } from '../../../kit/audit/require-for-undo.ts';
import { normalizeText } from '../../../kit/clean-text.ts';
import type { AttentionCount } from '../../../kit/contributions.ts';
import type { Tx, WriteContext } from '../../../kit/data/tx.ts';
import { invalid, notFound } from '../../../kit/errors.ts';
import type { Host } from '../../../kit/host.ts';
import { hasMailServer } from '../../../kit/outbox/mail-server.ts';
import { toContainsPattern } from '../../../kit/search/condition.ts';
import { readDayFormatter } from '../../../kit/settings/day-formatter.ts';
import { refuseStale, type Staleness } from '../../../kit/staleness.ts';
import { findUserActor } from '../../identity/index.ts';
import { alertassignments } from '../tables.ts';
import type { Assignee, AssignmentInput } from './alert-schemas.ts';
import { type Alert, createVisibility, listAlerts } from './list-alerts.ts';
import { assignmentOf, mailOf, usersMatching } from './queries.ts';

/** Maximum number of offered assignees. */
export const MAX_ASSIGNEES = 25;
/** More users are not checked, because each check reads the permissions of one. */
const MAX_CHECKED_USERS = 1000;

type Rules = readonly AttentionCount[];

/** Returns an alert that the caller sees. Throws 404 for any other one. */
function getAlert(host: Host, rules: Rules, actor: Actor, key: string): Alert {
  const alert = listAlerts(host, rules, actor).find((candidate) => candidate.key === key);
  if (!alert || alert.topic === 'setup') throw notFound('Alert');
  return alert;
}

/** Returns active users who can see the alert and whose name contains the text. */
export function listAssignees(
  host: Host,
  rules: Rules,
  actor: Actor,
  { key, search = '' }: { key: string; search?: string },
): Assignee[] {
  getAlert(host, rules, actor, key);
  const canSee = createVisibility(host, rules, key);
  return host.db.read((reader) =>
    Iterator.from(usersMatching.iterate(reader, { pattern: toContainsPattern(search) }))
      .take(MAX_CHECKED_USERS)
      .filter(({ userid }) => canSee(findUserActor(reader, userid, null)!))
      .take(MAX_ASSIGNEES)
      .toArray(),
  );
}

/**
 * Assigns an alert to a user, or changes its assignment, and mails the new assignee. Throws 400 for a user who
 * cannot see the alert, 404 for an alert that the caller does not see, 409 for a stale change.
 */
export function assignAlert(
  host: Host,
  context: WriteContext,
  rules: Rules,
  { key, input, unless }: { key: string; input: AssignmentInput; unless: Staleness },
) {
  const { title, href, access } = getAlert(host, rules, context.actor, key);
  const canSee = createVisibility(host, rules, key);
  const { userid, note, duedate } = input;
  return host.db.transact(requireForUndo(context, access), 'dashboard.alert.assigned', (tx) => {
    const assignee = findUserActor(tx, userid, null);
    if (!assignee || !canSee(assignee))
      throw invalid('userid', 'This user is inactive or cannot see the alert. Choose another user.');
    const previous = assignmentOf.get(tx, { alertkey: key });
    if (previous) refuseStale(previous.modifieddate, unless);
    const values = {
      title,
      userid,
      ...(note !== undefined && { note: normalizeText(note ?? '').trim() || null }),
      ...(duedate !== undefined && { duedate }),
    };
    const id = previous?.alertassignmentid ?? tx.insert(alertassignments, { alertkey: key, ...values });
    if (previous) tx.update(alertassignments, id, values);
    tx.audit({ entitytype: 'alert', entityid: id });
    const assignment = assignmentOf.get(tx, { alertkey: key })!;
    if (previous?.userid !== userid && userid !== context.actor.userid)
      mailAssignee(host, tx, { ...assignment, href, by: context.actor.name });
    return assignment;
  }).value;
}

/** Removes the assignment of an alert. Throws 404 without one, 409 for a stale change. */
export function removeAssignment(
  host: Host,
  context: WriteContext,
  rules: Rules,
  { key, unless }: { key: string; unless: Staleness },
): void {
  const { access } = getAlert(host, rules, context.actor, key);
  host.db.transact(requireForUndo(context, access), 'dashboard.alert.unassigned', (tx) => {
    const previous = assignmentOf.get(tx, { alertkey: key });
    if (!previous) throw notFound('Assignment');
    refuseStale(previous.modifieddate, unless);
    tx.delete(alertassignments, previous.alertassignmentid);
    tx.audit({
      entitytype: 'alert',
      entityid: previous.alertassignmentid,
      details: { title: previous.title },
    });
  });
}

interface AssignmentMail {
  title: string;
  userid: number;
  note: string | null;
  duedate: string | null;
  href: string;
  by: string;
}

function mailAssignee({ settings, outbox }: Host, tx: Tx, mail: AssignmentMail): void {
  if (!hasMailServer(settings)) return;
  const { title, userid, note, duedate, href, by } = mail;
  const site = settings.text('site_url').replace(/\/+$/, '');
  const text = [
    `${by} assigned an alert to you: ${title}.`,
    duedate && `Due: ${readDayFormatter(settings)(duedate)}`,
    note && `Note: ${note}`,
    site && `${site}${href}`,
  ];
  const { email } = mailOf.get(tx, { userid })!;
  outbox.mail(tx, {
    to: email,
    subject: `Assigned to you: ${title}`,
    text: text.filter(Boolean).join('\n\n'),
  });
}
