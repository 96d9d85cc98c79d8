import { type Invariant, invariant } from '../../kit/data/invariant.ts';
import { AppError } from '../../kit/errors.ts';
import { assetstatuses } from './tables.ts';

/** Status of an asset that is created without one. It is the default of its column. */
const DEFAULT_STATUS = 1;

/** The default status may be renamed, but not deleted or merged into another one. */
export const defaultStatusStays: Invariant = invariant(
  'there is the status that new assets have',
  [assetstatuses],
  (_tx, changes) => {
    if (changes.some(({ op, id }) => op === 'delete' && id === DEFAULT_STATUS))
      throw new AppError(
        'CONFLICT',
        'New assets have this status when nobody says another one: rename it, or merge the other one into it.',
      );
  },
);
