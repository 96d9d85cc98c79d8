import { AppError } from '../../src/kit/errors.ts';
import type { StocktakeState } from './labels.ts';

/** Throws 409 when the stocktake has ended. */
export function refuseEnded({ state }: { state: StocktakeState }): void {
  if (state === 'open') return;
  const what = state === 'done' ? 'finished' : 'canceled';
  throw new AppError(
    'CONFLICT',
    `This stocktake was ${what}, so it accepts no more scans. Undo that in the audit log to continue, or start another stocktake.`,
    { field: 'state' },
  );
}
