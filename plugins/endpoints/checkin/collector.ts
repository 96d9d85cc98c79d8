import { z } from 'zod';
import type { Collector, PcClaim } from '../../../src/kit/contributions.ts';
import type { Host } from '../../../src/kit/host.ts';
import { findSinglePc, pcIdentity } from '../../../src/kit/pc-identity.ts';
import { meant } from '../../computers/index.ts';
import { readOrders, saveCheckIn } from './check-in.ts';
import { type CheckIn, checkin } from './schemas.ts';

const record = checkin
  .extend({ hostname: z.string().min(1).max(255), ...pcIdentity })
  .meta({ id: 'ReportedCheckIn' });

/** Check-ins that scripts and gateways hand over for PCs that the register knows. */
export const createCheckinCollector = (host: Host): Collector => ({
  name: 'endpoints',
  summary: 'Check-ins of agents',
  record,
  identifiers: ['hostname', 'serialnumber', 'uuid'],
  pc: (given) => given as PcClaim,
  listAssets: (reader, given) => meant(reader, given as PcClaim).candidates,
  ingest: (tx, given, of) => {
    const claim = given as PcClaim;
    const assetid = of ?? findSinglePc(meant(tx, claim), claim.hostname);
    // Of a PC that the register does not know nothing is kept: what it is says its inventory.
    if (assetid === undefined) return { outcome: 'unchanged', assetid: null };
    const told = given as CheckIn;
    return {
      outcome: saveCheckIn(tx, assetid, true, told, readOrders(host, tx, assetid).pollseconds),
      assetid,
    };
  },
});
