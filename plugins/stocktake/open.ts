import { AppError } from '../../src/kit/errors.ts';
import type { StocktakeState } from './labels.ts';

/** Throws 409 when the stocktake has ended. */
export function refuseEnded({ state }: { state: StocktakeState }): void {
  if (state === 'open') return;
  const what = state === 'done' ? 'finished' : 'cancelled';
  throw new AppError(
    'CONFLICT',
    `This stocktake was ${what}, so nothing more is taken into it. Take that back in the log to go on, or start another one.`,
    { field: 'state' },
  );
}
