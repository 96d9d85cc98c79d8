import type { Tx } from '../../../src/kit/data/tx.ts';
import { foldName } from '../../../src/kit/fold-name.ts';
import type { IdentityClaim } from './claim.ts';
import { isSameHost } from './compare.ts';
import { hasStrongIdentifier } from './compare-claim.ts';
import { macsOf } from './device-queries.ts';
import { filterDistinctiveMacs } from './distinctive-identifiers.ts';
import type { IdentifyResult } from './identify.ts';
import { type MarkKind, ownMarks } from './mark-queries.ts';
import { hasMark, mark, unmark } from './marks.ts';
import { type ComputerRow, recordMacNames } from './queries.ts';

/**
 * Records the host name that a report replaces. When another computer takes the record over, also records the
 * replaced MAC addresses. A later report with the earlier values is then noticed.
 */
export function recordReplacedIdentity(
  tx: Tx,
  computer: ComputerRow,
  claim: IdentityClaim,
  { isReturn, isTakeover }: Pick<IdentifyResult, 'isReturn' | 'isTakeover'>,
): void {
  if (isTakeover) {
    const macs = filterDistinctiveMacs(tx, claim.macaddresses);
    const own = macsOf.all(tx, { assetid: computer.assetid }).map(({ address }) => address);
    const isReplaced = macs.length > 0 && own.length > 0 && !own.some((mac) => macs.includes(mac));
    if (isReplaced) replaceMark(tx, computer, 'mac', { before: own, now: macs, isReturn });
  }
  rememberHostName(tx, computer, claim, isReturn);
}

/**
 * Records the host name that a report replaces. A report without serial number and UUID may also name a
 * record that has a serial number or UUID. Such a name is marked as weak until a report with one of them
 * confirms it. If that report replaces a weak name, the name stays weak, because it may belong to another
 * computer.
 */
function rememberHostName(tx: Tx, computer: ComputerRow, claim: IdentityClaim, isReturn: boolean): void {
  const { hostname } = computer;
  const isConfirming = hasStrongIdentifier(claim);
  if (hostname === null) return;
  if (isSameHost(hostname, claim.fullhostname)) {
    if (isConfirming) unmark(tx, computer, 'hostname', [hostname]);
    return;
  }
  const isWeakName = !hasStrongIdentifier(computer) || hasMark(tx, computer, 'hostname', 'weak', [hostname]);
  const isNewName = !hasMark(tx, computer, 'hostname', 'former', [claim.hostname]);
  replaceMark(tx, computer, 'hostname', { before: [hostname], now: [claim.hostname], isReturn });
  if (isConfirming && isWeakName) mark(tx, computer, 'hostname', 'weak', [hostname]);
  if (!isConfirming && hasStrongIdentifier(computer) && isNewName)
    mark(tx, computer, 'hostname', 'weak', [claim.hostname]);
}

/**
 * Marks the values that a report replaces as former ones, and unmarks the new values. When the record returns
 * to the reporting computer, the replaced values are marked as those of another one.
 */
export function replaceMark(
  tx: Tx,
  record: { assetid: number },
  kind: MarkKind,
  { before, now, isReturn }: { before: readonly string[]; now: readonly string[]; isReturn: boolean },
): void {
  unmark(tx, record, kind, now);
  mark(tx, record, kind, isReturn ? 'other' : 'former', before);
}

/** Records the host name of a report for each of its distinctive MAC addresses. */
export function recordMacNamesOfReport(
  tx: Tx,
  { hostname, macaddresses }: { hostname: string; macaddresses?: readonly string[] },
): void {
  const macs = filterDistinctiveMacs(tx, macaddresses);
  if (macs.length > 0) recordMacNames.run(tx, { macs: JSON.stringify(macs), hostname: foldName(hostname) });
}

/**
 * Records the adapters that a report leaves out, and returns those that stay with the asset. A returning
 * adapter shows that the asset alternates between several, as a PC does between dock and Wi-Fi. It then keeps
 * all of them, and otherwise those that were recorded before. `isReplaced` is true when the report contains
 * none of the stored adapters.
 */
export function keepReturningAdapters(
  tx: Tx,
  assetid: number,
  { gone, added, isReplaced }: { gone: readonly string[]; added: readonly string[]; isReplaced: boolean },
): ReadonlySet<string> {
  if (gone.length === 0) return new Set();
  const values = JSON.stringify([...gone, ...added]);
  const marked = new Set(ownMarks.all(tx, { assetid, kind: 'mac', values }).map(({ value }) => value));
  const isReturn = added.some((mac) => marked.has(mac));
  const unmarked = gone.filter((mac) => !marked.has(mac));
  if (unmarked.length > 0) mark(tx, { assetid }, 'mac', isReplaced ? 'former' : 'idle', unmarked);
  return new Set(isReturn ? gone : gone.filter((mac) => marked.has(mac)));
}
