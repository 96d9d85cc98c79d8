import { assets } from '../../src/features/catalog/tables.ts';
import type { MergedAssets } from '../../src/kit/asset-merge.ts';
import { type Invariant, invariant } from '../../src/kit/data/invariant.ts';
import type { Tx } from '../../src/kit/data/tx.ts';
import { AppError } from '../../src/kit/errors.ts';
import { lastEvent, usbDeviceOfAsset } from './queries.ts';
import { usbcustody, usbdevices } from './tables.ts';

/** A loan or return of a device, entered at a kiosk or at a desk. */
export interface CustodyInput {
  /** The SSO of the person: ASCII digits as returned by `parseSso`. */
  holdersso: string;
  /** The current name of the person, which the ledger stores; null when it is unknown. */
  holdername: string | null;
  reason: string | null;
  /** The name of the user who entered the loan or return, or the cabinet of the kiosk. */
  recordedby: string;
  /** The time of the loan or return. It defaults to now, and is earlier when a kiosk was offline. */
  eventdate?: string;
  /** The ID of the scan at a kiosk; undefined at a desk. */
  scanid?: string;
}

/**
 * Lends an available device to a person. The caller writes the audit row of the transaction. Throws 404 for
 * an unknown device, and 409 when it is on loan, retired or inactive.
 */
export function checkOutDevice(tx: Tx, usbdeviceid: number, custody: CustodyInput): void {
  const device = tx.must(usbdevices, usbdeviceid, 'USB device');
  if (device.state === 'checkedout')
    throw new AppError('CONFLICT', 'This device is already checked out. Check it in first.', {
      field: 'state',
    });
  if (device.state === 'retired' || tx.row(assets, device.assetid)?.isactive === 0)
    throw new AppError(
      'CONFLICT',
      'This device is retired or inactive, so it cannot be checked out. Use another one.',
      {
        field: 'state',
      },
    );
  const { holdersso, holdername, eventdate = tx.at } = custody;
  tx.insert(usbcustody, { usbdeviceid, event: 'checkout', ...custody, eventdate });
  tx.update(usbdevices, usbdeviceid, {
    state: 'checkedout',
    holdersso,
    holdername,
    checkedoutdate: eventdate,
  });
}

/**
 * Records that a person brought a device back. The person may be another than the holder, who is the default.
 * Throws 404 for an unknown device, and 409 when it is not on loan.
 */
export function checkInDevice(
  tx: Tx,
  usbdeviceid: number,
  {
    reason,
    recordedby,
    eventdate = tx.at,
    scanid,
    ...by
  }: Partial<CustodyInput> & Pick<CustodyInput, 'reason' | 'recordedby'>,
): void {
  const device = tx.must(usbdevices, usbdeviceid, 'USB device');
  if (device.state !== 'checkedout')
    throw new AppError('CONFLICT', 'This device is not checked out, so it cannot be checked in.', {
      field: 'state',
    });
  const holdersso = by.holdersso ?? device.holdersso!;
  const holdername = by.holdersso === undefined ? device.holdername : (by.holdername ?? null);
  tx.insert(usbcustody, {
    usbdeviceid,
    event: 'checkin',
    eventdate,
    holdersso,
    holdername,
    reason,
    recordedby,
    scanid,
  });
  tx.update(usbdevices, usbdeviceid, {
    state: 'available',
    holdersso: null,
    holdername: null,
    checkedoutdate: null,
  });
}

/**
 * A device is on loan exactly while the last row of its ledger is a loan. Throws 409 when only one of them is
 * written.
 */
export const custodyStateInvariant: Invariant = {
  isDeferrable: true,
  ...invariant(
    'a USB device is checked out while its last check-out has no check-in',
    [usbdevices, usbcustody],
    (tx, changes) => {
      const ids = changes.map(({ table, id, before, after }) =>
        table === 'usbdevices' ? id : ((after ?? before)!.usbdeviceid as number),
      );
      for (const usbdeviceid of new Set(ids)) {
        const device = tx.row(usbdevices, usbdeviceid);
        const isOut = lastEvent.get(tx, { usbdeviceid })?.event === 'checkout';
        if (!device || isOut === (device.state === 'checkedout')) continue;
        throw new AppError(
          'CONFLICT',
          isOut
            ? `${device.deviceid} is checked out. Check it in, then change its state.`
            : `Check out ${device.deviceid} to an employee. This sets its state.`,
          { field: 'state' },
        );
      }
    },
  ),
};

/** Rejects the deactivation of a device that is on loan. */
export const deviceOutInvariant: Invariant = invariant(
  'a USB device that is checked out is not deactivated',
  [assets],
  (tx, changes) => {
    for (const { id, after } of changes)
      if (after?.isactive === 0 && usbDeviceOfAsset.get(tx, { assetid: id })?.state === 'checkedout')
        throw new AppError('CONFLICT', 'This device is checked out. Check it in first.', { field: 'state' });
  },
);

/**
 * Transfers a loan with its holder when the record of a device is merged into another one. If both are on
 * loan, the loan of the remaining record stays.
 */
export function moveHolder(tx: Tx, { kept, retired }: MergedAssets): void {
  const [to, from] = [kept, retired].map((assetid) => usbDeviceOfAsset.get(tx, { assetid }));
  if (!to || from?.state !== 'checkedout') return;
  const { state, holdersso, holdername, checkedoutdate } = tx.must(
    usbdevices,
    from.usbdeviceid,
    'USB device',
  );
  tx.update(usbdevices, from.usbdeviceid, {
    state: 'available',
    holdersso: null,
    holdername: null,
    checkedoutdate: null,
  });
  if (to.state !== 'checkedout')
    tx.update(usbdevices, to.usbdeviceid, { state, holdersso, holdername, checkedoutdate });
}
