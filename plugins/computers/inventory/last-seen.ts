import type { Host } from '../../../src/kit/host.ts';
import { StampBuffer } from '../../../src/kit/stamp-buffer.ts';
import { stampReport } from '../queries.ts';

/** Buffer for the time of the last report of each computer, by `computerid`. */
export class LastSeen extends StampBuffer<string> {
  constructor({ db }: Host) {
    super(db, (tx, computerid, at) => stampReport.run(tx, { computerid, at }));
  }
}
