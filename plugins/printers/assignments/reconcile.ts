import { assets, relationships } from '../../../src/features/catalog/tables.ts';
import type { Tx, WriteContext } from '../../../src/kit/data/tx.ts';
import { invalid } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { refuseStale, type Staleness } from '../../../src/kit/staleness.ts';
import { type AssignmentRow, assignmentsOfAssets, printersAmong, typesOfPrinting } from './queries.ts';

export interface PrinterSetInput {
  printerids: readonly number[];
  defaultprinterid: number | null;
}

/**
 * Sets the printers of an asset, all of them or none. Throws 404 for an unknown asset. Throws 400 for an
 * unknown printer, the asset itself, a retired printer that is not assigned yet, or a default that is not in
 * the list. Throws 409 STALE_WRITE when the asset or one of its present printer relationships changed since
 * `unless`; a removal alone may go unnoticed. Writes nothing when nothing changes.
 */
export function reconcilePrinters(
  host: Host,
  context: WriteContext,
  assetid: number,
  wanted: PrinterSetInput,
  unless?: Staleness,
): void {
  host.db.transact(context, 'printers.assignment.changed', (tx) => {
    const asset = tx.must(assets, assetid, 'Asset');
    const stamps = assignmentsOfAssets
      .all(tx, { ids: JSON.stringify([assetid]) })
      .map((assignment) => assignment.modifieddate);
    refuseStale([asset.modifieddate, ...stamps].sort().at(-1)!, unless);
    reconcilePrintersInTx(tx, assetid, wanted);
  });
}

/**
 * Changes the printer assignments of an asset to the wanted ones inside a transaction. Does not check whether
 * the asset exists or has changed.
 */
export function reconcilePrintersInTx(
  tx: Tx,
  assetid: number,
  { printerids, defaultprinterid }: PrinterSetInput,
): void {
  const ids = [...new Set(printerids)];
  const present = assignmentsOfAssets.all(tx, { ids: JSON.stringify([assetid]) });
  const targets = checkPrinters(tx, assetid, ids, defaultprinterid, present);
  const types = new Map(typesOfPrinting.all(tx).map((row) => [row.relationshiptype, row.relationshiptypeid]));
  const keep = (type: string, printers: readonly number[]) => {
    const assignments = present.filter((assignment) => assignment.relationshiptype === type);
    // An asset has only one default printer, so the old one is deleted before the new one is inserted.
    for (const assignment of assignments)
      if (!printers.includes(assignment.printerid)) tx.delete(relationships, assignment.relationshipid);
    for (const printerid of printers)
      if (!assignments.some((assignment) => assignment.printerid === printerid))
        tx.insert(relationships, {
          sourceassetid: assetid,
          targetassetid: targets.get(printerid)!,
          relationshiptypeid: types.get(type)!,
        });
  };
  keep('usesprinter', ids);
  keep('defaultprinter', defaultprinterid === null ? [] : [defaultprinterid]);
  if (tx.journal.length === 0) return;
  const after = assignmentsOfAssets.all(tx, { ids: JSON.stringify([assetid]) });
  tx.audit({ entitytype: 'asset', entityid: assetid, details: { changes: changesOf(present, after) } });
}

/** Returns the asset IDs of the printers after all input is checked. */
function checkPrinters(
  tx: Tx,
  assetid: number,
  ids: readonly number[],
  defaultprinterid: number | null,
  present: readonly AssignmentRow[],
): Map<number, number> {
  const printersById = new Map(
    printersAmong.all(tx, { ids: JSON.stringify(ids) }).map((row) => [row.printerid, row]),
  );
  for (const [index, printerid] of ids.entries()) {
    const printer = printersById.get(printerid);
    const path = `printerids.${index}`;
    if (!printer) throw invalid(path, `There is no printer with id ${printerid}.`);
    if (printer.assetid === assetid) throw invalid(path, 'A printer cannot be assigned to itself.');
    // A retired printer may stay assigned until a user removes it.
    if (printer.isactive === 0 && !present.some((assignment) => assignment.printerid === printerid))
      throw invalid(
        path,
        `Printer ${printer.windowsname ?? printer.assetnumber} is inactive. Choose another.`,
      );
  }
  if (defaultprinterid !== null && !ids.includes(defaultprinterid))
    throw invalid('defaultprinterid', 'The default printer must be one of printerids.');
  return new Map([...printersById].map(([printerid, row]) => [printerid, row.assetid]));
}

const joinNames = (assignments: readonly AssignmentRow[], type: string): string | null =>
  assignments
    .filter((assignment) => assignment.relationshiptype === type)
    .map(({ windowsname, hostname, assetnumber }) => windowsname ?? hostname ?? assetnumber)
    .join(', ') || null;

function changesOf(before: readonly AssignmentRow[], after: readonly AssignmentRow[]) {
  const pairs = [
    ['printers', 'usesprinter'],
    ['defaultprinter', 'defaultprinter'],
  ].map(([field, type]) => [field!, [joinNames(before, type!), joinNames(after, type!)]] as const);
  return Object.fromEntries(pairs.filter(([, [old, now]]) => old !== now));
}
