import { invariant } from '../../../kit/data/invariant.ts';
import { AppError } from '../../../kit/errors.ts';
import { users } from '../../identity/tables.ts';
import { alertassignments } from '../tables.ts';
import { assignmentsOfUser } from './queries.ts';

/**
 * Deletes the assignments of a deactivated user. Throws 409 when a change, such as an undo, assigns an alert to
 * an inactive user.
 */
export const assigneesAreActive = invariant(
  'an alert is assigned to an active user',
  [users, alertassignments],
  (tx, changes) => {
    for (const { table, id, after } of changes) {
      if (table === 'users' && after?.isactive === 0)
        for (const { alertassignmentid } of assignmentsOfUser.all(tx, { userid: id }))
          tx.delete(alertassignments, alertassignmentid);
      if (table === 'alertassignments' && after?.userid !== undefined)
        refuseInactive(tx, Number(after.userid));
    }
  },
);

function refuseInactive(tx: Parameters<typeof assigneesAreActive.enforce>[0], userid: number): void {
  if (tx.row(users, userid)?.isactive !== 1)
    throw new AppError(
      'CONFLICT',
      'The user of this assignment is inactive. Assign the alert to another user.',
    );
}
