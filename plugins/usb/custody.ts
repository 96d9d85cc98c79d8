import { assets } from '../../src/features/catalog/tables.ts';
import type { MergedAssets } from '../../src/kit/asset-merge.ts';
import { type Invariant, invariant } from '../../src/kit/data/invariant.ts';
import type { Tx } from '../../src/kit/data/tx.ts';
import { AppError } from '../../src/kit/errors.ts';
import { lastEvent, usbDeviceOfAsset } from './queries.ts';
import { usbcustody, usbdevices } from './tables.ts';

/** Who takes a device or brings it back, as kiosks and people at a desk say it alike. */
export interface CustodyInput {
  /** ASCII digits, as `parseSso` gives them. */
  holdersso: string;
  /** As the person is called now; the ledger keeps it. */
  holdername: string | null;
  reason: string | null;
  /** Who entered it: the name of a user, or the cabinet of a kiosk. */
  recordedby: string;
  /** When it was; now, unless a kiosk had to wait for the network. */
  eventdate?: string;
  /** The scan at a kiosk that it came from. */
  scanid?: string;
}

/** Gives an available device to somebody, inside a transaction that has its own audit row. 409 when it is not there. */
export function checkOutDevice(tx: Tx, usbdeviceid: number, custody: CustodyInput): void {
  const device = tx.must(usbdevices, usbdeviceid, 'USB device');
  if (device.state === 'checkedout')
    throw new AppError('CONFLICT', 'This device is out already. Check it in first.', { field: 'state' });
  if (device.state === 'retired' || tx.row(assets, device.assetid)?.isactive === 0)
    throw new AppError('CONFLICT', 'This device is retired and goes out no more. Take another one.', {
      field: 'state',
    });
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
 * Takes a device back. Whoever brings it may be another than who took it; without a word of that it is the holder.
 * 409 when it is in.
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
    throw new AppError('CONFLICT', 'This device is in already, so there is nothing to check in.', {
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

/** A device is out exactly while the last line of its ledger is a take: nobody writes the one without the other. */
export const custodyStateInvariant: Invariant = {
  isDeferrable: true,
  ...invariant(
    'a USB device is out while its last take has no return',
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
            ? `${device.deviceid} is out. Check it in, then change its state.`
            : `Check ${device.deviceid} out to somebody; its state follows from that.`,
          { field: 'state' },
        );
      }
    },
  ),
};

/** What somebody has in his pocket is not taken off the list. */
export const deviceOutInvariant: Invariant = invariant(
  'a USB device that is out is not deactivated',
  [assets],
  (tx, changes) => {
    for (const { id, after } of changes)
      if (after?.isactive === 0 && usbDeviceOfAsset.get(tx, { assetid: id })?.state === 'checkedout')
        throw new AppError('CONFLICT', 'This device is out. Check it in first.', { field: 'state' });
  },
);

/** A device that is out stays out when its record goes into that of the same device: with its holder. */
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
