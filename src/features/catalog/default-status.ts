import { type Invariant, invariant } from '../../kit/data/invariant.ts';
import { AppError } from '../../kit/errors.ts';
import { assetstatuses } from './tables.ts';

/** ID of the status of an asset that is created without one. It is the default of the column. */
const DEFAULT_STATUS = 1;

/** The default status may be renamed, but not deleted or merged into another one. */
export const defaultStatusStays: Invariant = invariant(
  'the default asset status exists',
  [assetstatuses],
  (_tx, changes) => {
    if (changes.some(({ op, id }) => op === 'delete' && id === DEFAULT_STATUS))
      throw new AppError(
        'CONFLICT',
        'You cannot delete the default status of new assets. Rename it, or merge the other status into it.',
      );
  },
);
