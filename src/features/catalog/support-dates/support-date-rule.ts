import { type Invariant, invariant } from '../../../kit/data/invariant.ts';
import type { JournalEntry } from '../../../kit/data/journal.ts';
import type { Tx, WriteContext } from '../../../kit/data/tx.ts';
import { AppError } from '../../../kit/errors.ts';
import type { Host } from '../../../kit/host.ts';
import { systemsWithoutOwnDate } from '../queries.ts';
import { operatingsystems } from '../tables.ts';
import { findEndOfSupport } from './find-end-of-support.ts';

/**
 * Sets the end of support of new and renamed operating systems from the dates of the vendors, and records who
 * set it. A date that a user entered or cleared stays. An undo restores both, possibly in several transactions.
 */
export const supportDateHasSource: Invariant = {
  ...invariant('the end of support has a source', [operatingsystems], (tx, changes) => {
    if (tx.isRollback) return;
    const renamed = new Set(changes.filter(isRenaming).map(({ id }) => id));
    const isOwn = (change: JournalEntry) =>
      tx.isReversal ? isSourceRemoved(change) && !renamed.has(change.id) : isSetByUser(change);
    const own = new Set(changes.filter(isOwn).map(({ id }) => id));
    for (const id of new Set(changes.map((change) => change.id))) {
      if (own.has(id)) markAsManual(tx, id);
      else if (!tx.isReversal) applyVendorDate(tx, id);
    }
  }),
  isDeferrable: true,
};

/** Reports whether a change sets the date without its source, as a request of a user does. */
const isSetByUser = ({ op, after }: JournalEntry): boolean =>
  op === 'insert'
    ? after!.endofsupport !== null && after!.endofsupportsource === null
    : op === 'update' && after!.endofsupport !== undefined && after!.endofsupportsource === undefined;

/** Reports whether an undo removed the date of the vendor, which is the decision of a user. */
const isSourceRemoved = ({ op, before, after }: JournalEntry): boolean =>
  op === 'update' && before!.endofsupportsource === 'vendor' && after!.endofsupportsource === null;

/** Reports whether a change renames the operating system. The undo of a renaming decides nothing about the date. */
const isRenaming = ({ op, after }: JournalEntry): boolean =>
  op === 'update' && (after!.osname !== undefined || after!.osversion !== undefined);

function markAsManual(tx: Tx, id: number): void {
  if (tx.row(operatingsystems, id)) tx.update(operatingsystems, id, { endofsupportsource: 'manual' });
}

function applyVendorDate(tx: Tx, id: number): void {
  const row = tx.row(operatingsystems, id);
  if (!row || row.endofsupportsource === 'manual') return;
  const endofsupport = findEndOfSupport(row.osname, row.osversion);
  tx.update(operatingsystems, id, { endofsupport, endofsupportsource: endofsupport ? 'vendor' : null });
}

/**
 * Replaces a date that a user entered or cleared by that of the vendor. Throws 409 when the vendor's date is
 * unknown.
 */
export function returnToVendorDate(host: Host, context: WriteContext, osid: number): void {
  host.db.transact(context, 'catalog.operatingsystem.updated', (tx) => {
    const { osname, osversion } = tx.must(operatingsystems, osid, 'Operating system');
    const endofsupport = findEndOfSupport(osname, osversion);
    if (!endofsupport)
      throw new AppError(
        'CONFLICT',
        'The date of the vendor is unknown for this name and version. Enter a date.',
      );
    tx.update(operatingsystems, osid, { endofsupport, endofsupportsource: 'vendor' });
    tx.audit({ entitytype: 'operatingsystem', entityid: osid });
  });
}

/**
 * Applies new and changed dates of the vendors to the operating systems without an own date. Runs at each
 * start, so that an upgrade brings its dates.
 */
export function applyVendorDates(host: Host, context: WriteContext): void {
  const outdated = host.db
    .read((reader) => systemsWithoutOwnDate.all(reader))
    .filter(({ osname, osversion, endofsupport }) => findEndOfSupport(osname, osversion) !== endofsupport);
  for (const { osid } of outdated)
    host.db.transact(context, 'catalog.operatingsystem.updated', (tx) => {
      applyVendorDate(tx, osid);
      tx.audit({ entitytype: 'operatingsystem', entityid: osid });
    });
}
