import { invariant } from '../../../kit/data/invariant.ts';
import { viewAlertKeyOf } from '../../viewalerts/index.ts';
import { viewalerts } from '../../viewalerts/tables.ts';
import { alertassignments } from '../tables.ts';
import { assignmentOf } from './queries.ts';

/** Deletes the assignment of an alert that a user made, when the alert or its view is deleted. */
export const assignmentsEndWithAlert = invariant(
  'the assignment of a view alert ends with the alert',
  [viewalerts],
  (tx, changes) => {
    for (const { op, id } of changes) {
      const assignment = op === 'delete' ? assignmentOf.get(tx, { alertkey: viewAlertKeyOf(id) }) : undefined;
      if (assignment) tx.delete(alertassignments, assignment.alertassignmentid);
    }
  },
);
