import { z } from 'zod';
import type { Collector, PcClaim } from '../../../src/kit/contributions.ts';
import type { Host } from '../../../src/kit/host.ts';
import { findSinglePc, pcIdentity } from '../../../src/kit/pc-identity.ts';
import { findPcMatch } from '../../computers/index.ts';
import { readOrders, saveCheckIn } from './check-in.ts';
import { type CheckIn, checkin } from './schemas.ts';

const record = checkin
  .extend({ hostname: z.string().min(1).max(255), ...pcIdentity })
  .meta({ id: 'ReportedCheckIn' });

/** Collector of check-ins that scripts and gateways send for registered PCs. */
export const createCheckinCollector = (host: Host): Collector => ({
  name: 'endpoints',
  summary: 'Check-ins of agents',
  record,
  identifiers: ['hostname', 'serialnumber', 'uuid'],
  pc: (input) => input as PcClaim,
  listAssets: (reader, input) => findPcMatch(reader, input as PcClaim).candidates,
  ingest: (tx, input, of) => {
    const claim = input as PcClaim;
    const assetid = of ?? findSinglePc(findPcMatch(tx, claim), claim.hostname);
    // A check-in of an unregistered PC is not stored. The inventory registers the PC.
    if (assetid === undefined) return { outcome: 'unchanged', assetid: null };
    const report = input as CheckIn;
    return {
      outcome: saveCheckIn(tx, assetid, true, report, readOrders(host, tx, assetid).pollseconds),
      assetid,
    };
  },
});
