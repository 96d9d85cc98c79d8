import { isIP } from 'node:net';
import { z } from 'zod';
import { assets } from '../../../src/features/catalog/tables.ts';
import { cleanText } from '../../../src/kit/clean-text.ts';
import type { Collector } from '../../../src/kit/contributions.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import type { Host } from '../../../src/kit/host.ts';
import { canonicalizeAddress } from '../../../src/kit/http/client-address.ts';
import { findSinglePc, pcIdentity } from '../../../src/kit/pc-identity.ts';
import { observedqueues } from '../tables.ts';
import { queuesOfAsset } from './queries.ts';

/** Maximum printer queues in the report of one PC. */
export const MAX_QUEUES = 500;

const plainText = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^\P{Cc}*$/u, 'Control characters are not allowed.')
    .overwrite((value) => (cleanText(value) ?? '').trim());
const optional = (max: number) =>
  plainText(max)
    .nullish()
    .transform((value) => value || null);

const queue = z.object({
  name: plainText(255).min(1, 'Enter the name of the queue.'),
  portname: optional(1024),
  ipaddress: z
    .string()
    .max(64)
    .refine((value) => value === '' || isIP(value) !== 0, 'This is not an IP address.')
    .nullish()
    .transform((value) => (value ? canonicalizeAddress(value) : null)),
  drivername: optional(255),
  isdefault: z.boolean().default(false),
});

export const printersRecord = z
  .object({
    hostname: plainText(255).min(1, 'Enter the host name of the computer.'),
    ...pcIdentity,
    queues: z
      .array(queue)
      .max(MAX_QUEUES)
      .nullish()
      .meta({ description: 'All queues of the computer. Leave out if they are unknown.' }),
  })
  .meta({ id: 'ReportedQueues' });

type Report = z.output<typeof printersRecord>;
type Queue = z.output<typeof queue>;

/** Collector of the printer queues of PCs. It writes no assignments, because users decide on those. */
export const createPrintersCollector = (host: Host): Collector => ({
  name: 'printers',
  summary: 'Report printer queues of computers',
  record: printersRecord,
  identifiers: ['hostname', 'serialnumber', 'uuid'],
  pc: (record) => record as Report,
  listAssets: (reader, record) =>
    host.contributions.fleet?.matchPc(reader, record as Report).candidates ?? [],
  ingest: (tx, record, of) => {
    const { queues, ...claim } = record as Report;
    const { fleet } = host.contributions;
    const assetid = of ?? (fleet && findSinglePc(fleet.matchPc(tx, claim), claim.hostname));
    // Queues of an unregistered PC are not stored. Only an inventory registers a PC, never a report of
    // queues.
    if (assetid === undefined) return { outcome: 'unchanged', assetid: null };
    if (!queues) return { outcome: 'unchanged', assetid };
    return { outcome: keep(tx, assetid, queues) ? 'updated' : 'unchanged', assetid };
  },
});

/**
 * Replaces the printer queues of a PC with the reported ones. Of two with the same name, the first counts.
 * Returns whether any queue changed.
 */
function keep(tx: Tx, assetid: number, queues: Queue[]): boolean {
  const mark = tx.journal.length;
  if (!tx.row(assets, assetid)) return false;
  const wanted = new Map<string, Queue>();
  for (const one of queues) {
    const key = one.name.toLowerCase();
    if (!wanted.has(key)) wanted.set(key, one);
  }
  for (const row of queuesOfAsset.all(tx, { assetid })) {
    const key = row.name.toLowerCase();
    const now = wanted.get(key);
    wanted.delete(key);
    if (now) tx.update(observedqueues, row.observedqueueid, columns(now));
    else tx.delete(observedqueues, row.observedqueueid);
  }
  for (const one of wanted.values()) tx.insert(observedqueues, { assetid, ...columns(one) });
  return tx.journal.length > mark;
}

const columns = ({ isdefault, ...rest }: Queue) => ({
  ...rest,
  isdefault: isdefault ? (1 as const) : (0 as const),
});
