import { cutText } from '../../../src/kit/clean-text.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import { assetByNumber } from './queries.ts';

/**
 * Returns a free asset number: the host name, followed by the serial number or else a counter if another
 * asset has that number. Without a host name, it starts with the serial number.
 */
export function findFreeAssetNumber(tx: Tx, facts: { hostname?: string; serialnumber?: string }): string {
  const base = cutText(facts.hostname ?? facts.serialnumber ?? '', 200) ?? 'ASSET';
  const candidates = [base, ...(facts.serialnumber ? [cutText(`${base}-${facts.serialnumber}`, 250)!] : [])];
  for (let n = 2; ; n++) {
    const candidate = candidates.shift() ?? `${base}-${n}`;
    if (!assetByNumber.get(tx, { assetnumber: candidate })) return candidate;
  }
}
