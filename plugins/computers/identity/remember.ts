import type { Tx } from '../../../src/kit/data/tx.ts';
import type { Claim } from './claim.ts';
import { macsOf } from './device-queries.ts';
import type { Identified } from './identify.ts';
import type { MarkKind } from './mark-queries.ts';
import { mark, unmark } from './marks.ts';
import { type KnownComputer, noteMacName } from './queries.ts';
import { tellingMacs } from './telling.ts';

/**
 * Remembers by what the record was known so far, before a report gives it other MAC addresses or another host name: so
 * it is noticed when the earlier ones report again.
 */
export function rememberIdentity(
  tx: Tx,
  known: KnownComputer,
  claim: Claim,
  { isReturn }: Pick<Identified, 'isReturn'>,
): void {
  const macs = tellingMacs(tx, claim.macaddresses);
  const own = macsOf.all(tx, { assetid: known.assetid }).map(({ address }) => address);
  const isReplaced = macs.length > 0 && own.length > 0 && !own.some((mac) => macs.includes(mac));
  if (isReplaced) change(tx, known, 'mac', { before: own, now: macs, isReturn });
  const { hostname } = known;
  if (hostname !== null && hostname.toLowerCase() !== claim.hostname.toLowerCase())
    change(tx, known, 'hostname', { before: [hostname], now: [claim.hostname], isReturn });
}

function change(
  tx: Tx,
  known: KnownComputer,
  kind: MarkKind,
  { before, now, isReturn }: { before: readonly string[]; now: readonly string[]; isReturn: boolean },
): void {
  unmark(tx, known, kind, now);
  mark(tx, known, kind, isReturn ? 'other' : 'former', before);
}

/** Remembers with which host name its MAC addresses report. */
export function rememberNames(tx: Tx, { hostname, macaddresses }: Claim): void {
  for (const mac of tellingMacs(tx, macaddresses)) noteMacName.run(tx, { mac, hostname });
}
