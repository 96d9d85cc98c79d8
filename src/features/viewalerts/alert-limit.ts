import { invariant } from '../../kit/data/invariant.ts';
import { AppError } from '../../kit/errors.ts';
import { activeAlertCount } from './queries.ts';
import { MAX_ALL_VIEW_ALERTS } from './schemas.ts';
import { viewalerts } from './tables.ts';

/** Limits the alerts of all active users. Those of inactive users are not shown and do not count. */
export const alertLimit = invariant(
  `at most ${MAX_ALL_VIEW_ALERTS} view alerts of active users`,
  [viewalerts],
  (tx, changes) => {
    if (!changes.some(({ op }) => op === 'insert')) return;
    if (activeAlertCount.get(tx)!.n > MAX_ALL_VIEW_ALERTS)
      throw new AppError(
        'LIMIT',
        `The limit of ${MAX_ALL_VIEW_ALERTS} view alerts is reached. Delete an unused one first.`,
      );
  },
);
