import { z } from 'zod';
import type { Collector } from '../../../src/kit/contributions.ts';
import type { Host } from '../../../src/kit/host.ts';
import { canonicalHostname } from '../names.ts';
import { pcOfName } from '../queries.ts';
import { keepIn, ordersFor } from './check-in.ts';
import { type CheckIn, checkin } from './schemas.ts';

const record = checkin.extend({ hostname: z.string().min(1).max(255) }).meta({ id: 'ReportedCheckIn' });

/** Check-ins that scripts and gateways hand over for PCs that the register knows. */
export const checkinCollector = (host: Host): Collector => ({
  name: 'endpoints',
  summary: 'Check-ins of agents',
  record,
  pc: (given) => ({ hostname: (given as CheckIn).hostname! }),
  speaksOf: (reader, given) => {
    const hostname = canonicalHostname((given as CheckIn).hostname!);
    const pc = hostname && pcOfName.get(reader, { hostname });
    return pc ? [pc.assetid] : [];
  },
  ingest: (tx, given, of) => {
    const told = given as CheckIn;
    const hostname = canonicalHostname(told.hostname!);
    const assetid = of ?? (hostname && pcOfName.get(tx, { hostname })?.assetid);
    // Of a PC that the register does not know nothing is kept: what it is says its inventory.
    if (!assetid) return { outcome: 'unchanged', assetid: null };
    return { outcome: keepIn(tx, assetid, true, told, ordersFor(host, tx, assetid).pollseconds), assetid };
  },
});
