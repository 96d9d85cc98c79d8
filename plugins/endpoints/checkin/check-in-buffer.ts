import type { Host } from '../../../src/kit/host.ts';
import { StampBuffer } from '../../../src/kit/stamp-buffer.ts';
import { stampCheckIn } from './queries.ts';

interface Stamp {
  lastcheckin: string;
  expectedby: string;
  uptimeseconds: number | null;
}

/**
 * Buffer for check-ins of agents with nothing new to report, by asset ID. A job writes it every 15 seconds.
 * Code that reads the stamps calls `flush` first.
 */
export class CheckInBuffer extends StampBuffer<Stamp> {
  constructor({ db }: Host) {
    super(db, (tx, assetid, stamp) => stampCheckIn.run(tx, { assetid, ...stamp }));
  }
}
