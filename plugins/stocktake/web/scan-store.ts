import { type UnconfirmedScan, UnconfirmedScans } from '../../../src/web/floor/unconfirmed-scans.ts';

/** A scan that the server has not confirmed yet, or the undo of one. */
export interface PendingScan extends UnconfirmedScan {
  code: string;
  /** True when the scan was sent without a confirmed response, so it may have arrived. */
  tried?: boolean;
  /** True when the scan is to be undone. */
  undo?: boolean;
}

/** The pending scans of one stocktake and one user on this phone. */
export class ScanStore extends UnconfirmedScans<PendingScan> {
  constructor(storage: Storage, user: string, stocktakeid: number) {
    super(storage, `millwright.stocktake.${user}.${stocktakeid}.`);
  }

  add(code: string): PendingScan {
    return this.store({ code });
  }
}
