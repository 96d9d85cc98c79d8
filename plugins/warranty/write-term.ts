import type { Tx } from '../../src/kit/data/tx.ts';
import type { Host } from '../../src/kit/host.ts';
import type { AddedImportResult } from '../../src/kit/import-columns.ts';
import { termsOfAsset } from './queries.ts';
import { warranties } from './registers.ts';
import type { WarrantyTerm } from './warranty-term.ts';

const NAME_MAX = 255;

interface CoveredAsset {
  assetid: number;
  assetnumber: string;
  vendorid: number | null;
}

/**
 * Creates the warranty of an asset, or changes the one that an earlier import created. A warranty of the same
 * term is left as it is, whatever its name, and so is one that a user has changed.
 */
export function writeTerm(
  tx: Tx,
  host: Host,
  { assetid, assetnumber, vendorid }: CoveredAsset,
  term: WarrantyTerm,
): AddedImportResult {
  const existing = termsOfAsset.all(tx, { assetid });
  const same = existing.filter((one) => one.startdate === term.startdate && one.enddate === term.enddate);
  if (same.length > 0) return { changes: {}, ...noteInactive(same) };
  const { writer } = host.resource(warranties);
  const warrantyname = `Warranty of ${assetnumber}`.slice(0, NAME_MAX).toWellFormed();
  const own = existing.find(
    (one) => one.isactive === 1 && one.assetcount === 1 && one.warrantyname === warrantyname,
  );
  if (own?.hasimportedvalues === 0)
    return {
      changes: {},
      note: `A user has changed "${warrantyname}", so the import leaves it as it is. Correct the warranty itself.`,
    };
  const changes = listChanges(own, term);
  if (own) {
    writer.updateIn(tx, own.warrantyid, { ...term });
    return { changes };
  }
  const id = writer.createIn(tx, { warrantyname, vendorid, ...term, assetids: [assetid] });
  return { changes, created: [{ register: warranties.name, id }] };
}

/** Returns a note when all warranties of the term are inactive, because an import never reactivates one. */
function noteInactive(same: readonly { warrantyname: string; isactive: 0 | 1 }[]): { note?: string } {
  if (same.some(({ isactive }) => isactive === 1)) return {};
  return {
    note: `"${same[0]!.warrantyname}" has this term and is inactive, so the import leaves it as it is. Reactivate the warranty if it still applies.`,
  };
}

/** Returns the old and new days that differ, by the names that imports show. */
function listChanges(
  own: { startdate: string | null; enddate: string | null } | undefined,
  term: WarrantyTerm,
): Record<string, [unknown, unknown]> {
  const days: [string, [string | null, string | null]][] = [
    ['warrantystart', [own?.startdate ?? null, term.startdate]],
    ['warrantyend', [own?.enddate ?? null, term.enddate]],
  ];
  return Object.fromEntries(days.filter(([, [before, after]]) => before !== after));
}
