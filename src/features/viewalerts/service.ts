import { hasPermission } from '../../kit/actor.ts';
import type { WriteContext } from '../../kit/data/tx.ts';
import { AppError, invalid, notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { refuseStale, type Staleness } from '../../kit/staleness.ts';
import { savedviews } from '../savedviews/tables.ts';
import { countView } from './count-view.ts';
import { alertOfView, alertsOfUser } from './queries.ts';
import type { ViewAlertInput } from './schemas.ts';
import { type ViewAlertRow, viewalerts } from './tables.ts';

const toRecord = ({ isshared, ...row }: ViewAlertRow) => ({ ...row, isshared: isshared === 1 });

/** Lists the alerts of the caller. */
export const listOwnAlerts = (host: Host, userid: number) =>
  host.db.read((reader) => alertsOfUser.all(reader, { userid }).map(toRecord));

/**
 * Creates or changes the caller's alert of a view. Throws 404 for a view that the caller does not see, 400 for
 * a view whose rows cannot be counted, 403 when it is shared without the permission. Throws 409 for a stale
 * change.
 */
export function setViewAlert(
  host: Host,
  context: WriteContext,
  { savedviewid, input, unless }: { savedviewid: number; input: ViewAlertInput; unless: Staleness },
) {
  const { actor } = context;
  const userid = actor.userid!;
  return host.db.transact(context, 'viewalerts.viewalert.updated', (tx) => {
    const view = tx.must(savedviews, savedviewid, 'Saved view');
    if (view.userid !== userid && view.isshared !== 1 && !actor.isadmin) throw notFound('Saved view');
    if (input.isshared) refuseSharing(context, view.isshared === 1);
    countView(host, actor, view);
    const previous = alertOfView.get(tx, { userid, savedviewid });
    if (previous) refuseStale(previous.modifieddate, unless);
    const values = { ...input, isshared: input.isshared ? (1 as const) : (0 as const) };
    const viewalertid = previous?.viewalertid ?? tx.insert(viewalerts, { userid, savedviewid, ...values });
    if (previous) tx.update(viewalerts, viewalertid, values);
    tx.audit({ entitytype: 'viewalert', entityid: viewalertid });
    return toRecord(tx.must(viewalerts, viewalertid, 'Alert'));
  }).value;
}

/** Throws when an alert is shared without its view, or without the permission. */
function refuseSharing({ actor }: WriteContext, isViewShared: boolean): void {
  if (!hasPermission(actor, 'views.share'))
    throw new AppError('FORBIDDEN', 'To share an alert, you need the permission views.share.');
  if (!isViewShared) throw invalid('isshared', 'This view is not shared. Share the view first.');
}

/**
 * Deletes an alert of a view: the caller's, or a shared one of another user, which needs an admin. Throws 404
 * without one, 409 for a stale change.
 */
export function deleteViewAlert(
  host: Host,
  context: WriteContext,
  { savedviewid, userid, unless }: { savedviewid: number; userid?: number; unless: Staleness },
): void {
  const { actor } = context;
  const ownerid = userid ?? actor.userid!;
  const isOwn = ownerid === actor.userid;
  if (!isOwn && !actor.isadmin)
    throw new AppError('FORBIDDEN', 'Only admins can delete the alert of another user.');
  host.db.transact(context, 'viewalerts.viewalert.deleted', (tx) => {
    const previous = alertOfView.get(tx, { userid: ownerid, savedviewid });
    if (!previous || !(isOwn || previous.isshared === 1)) throw notFound('Alert');
    refuseStale(previous.modifieddate, unless);
    tx.delete(viewalerts, previous.viewalertid);
    tx.audit({ entitytype: 'viewalert', entityid: previous.viewalertid });
  });
}
