import { type UnconfirmedScan, UnconfirmedScans } from '../../../src/web/floor/unconfirmed-scans.ts';

/** A scan that the appliance has not confirmed yet, or the taking back of one. */
export interface PendingScan extends UnconfirmedScan {
  code: string;
  /** It may have arrived: an answer was lost, or is on its way. */
  tried?: boolean;
  /** It is to be taken back. */
  undo?: boolean;
}

/** The scans of one stocktake and one person that wait on this phone. */
export class ScanStore extends UnconfirmedScans<PendingScan> {
  constructor(storage: Storage, user: string, stocktakeid: number) {
    super(storage, `millwright.stocktake.${user}.${stocktakeid}.`);
  }

  add(code: string): PendingScan {
    return this.keep({ code });
  }
}
