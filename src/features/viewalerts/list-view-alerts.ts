import type { Actor } from '../../kit/actor.ts';
import { errorMessageOf } from '../../kit/error-message.ts';
import { AppError } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import type { Access } from '../../kit/http/access.ts';
import { findUserActor } from '../identity/index.ts';
import { canReadView, findRegister, ViewCounts, viewHrefOf } from './count-view.ts';
import { allAlerts, visibleAlerts } from './queries.ts';
import type { ViewAlertRow } from './tables.ts';

/** An alert of a saved view that a user may see, before its rows are counted. */
export interface ViewAlert extends Pick<ViewAlertRow, 'savedviewid' | 'userid' | 'title' | 'severity'> {
  key: string;
  href: string;
  ismine: boolean;
  /** The access to the list of a shared alert, or `admin` for an alert that only its user sees. */
  access: Access;
  /** Returns the number of rows, whether the alert is open, and why the rows cannot be counted. */
  check(): ViewCheck;
}

export interface ViewCheck {
  count: number;
  isopen: boolean;
  problem: string | null;
}

/**
 * Returns the alerts of the user, and shared ones whose list the user may read. A view that can no longer be
 * read is an open alert of its user with a problem.
 */
export function listViewAlerts(host: Host, actor: Actor): ViewAlert[] {
  const { userid } = actor;
  if (userid === null) return [];
  const count = host.getInstance(ViewCounts).begin();
  return host.db
    .read((reader) => visibleAlerts.all(reader, { userid }))
    .filter((row) => canSeeAlert(host, actor, row))
    .map((row) => ({ row, ismine: row.userid === userid }))
    .map(({ row, ismine }) => ({
      key: viewAlertKeyOf(row.viewalertid),
      savedviewid: row.savedviewid,
      userid: row.userid,
      title: row.title,
      severity: row.severity,
      href: viewHrefOf(row),
      ismine,
      access: accessOf(host, row),
      check: () => checkView(row, ismine, actor, () => count(host, actor, row)),
    }));
}

/** Returns the alerts of all active users, each for the user who made it. */
export function listAlertsOfOwners(host: Host): ViewAlert[] {
  const owners = host.db.read((reader) => {
    const userids = new Set(allAlerts.all(reader).map(({ userid }) => userid));
    return [...userids].flatMap((userid) => findUserActor(reader, userid, null) ?? []);
  });
  return owners.flatMap((owner) => listViewAlerts(host, owner).filter(({ ismine }) => ismine));
}

/** Returns a function that reports whether a user sees the alert with this key. */
export function createViewAlertVisibility(host: Host, key: string): (actor: Actor) => boolean {
  const row = host.db
    .read((reader) => allAlerts.all(reader))
    .find(({ viewalertid }) => viewAlertKeyOf(viewalertid) === key);
  return (actor) => row !== undefined && canSeeAlert(host, actor, row);
}

/** Returns the key of an alert on the dashboard. */
export const viewAlertKeyOf = (viewalertid: number): string => `view-${viewalertid}`;

const isSharedWithView = ({ isshared, isviewshared }: Row): boolean => isshared === 1 && isviewshared === 1;

const canSeeAlert = (host: Host, actor: Actor, row: Row): boolean =>
  row.userid === actor.userid || (isSharedWithView(row) && canReadView(host, actor, row));

function accessOf(host: Host, row: Row): Access {
  const register = findRegister(host, row.page);
  return register && !register.unlisted && isSharedWithView(row) ? register.can.read : 'admin';
}

type Row = ReturnType<typeof visibleAlerts.all>[number];

function checkView(row: Row, ismine: boolean, actor: Actor, countRows: () => number): ViewCheck {
  const { comparison, threshold } = row;
  try {
    if (row.viewowner !== actor.userid && row.isviewshared !== 1 && !actor.isadmin)
      throw new AppError('FORBIDDEN', 'This view is no longer shared.');
    const count = countRows();
    return { count, isopen: comparison === 'more' ? count > threshold : count < threshold, problem: null };
  } catch (cause) {
    return { count: 0, isopen: ismine, problem: errorMessageOf(cause) };
  }
}
