import type { Collector } from '../../../src/kit/contributions.ts';
import type { Row } from '../../../src/kit/data/reader.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import type { DeviceInventory } from '../glpi/index.ts';
import { syncAddresses } from './addresses.ts';
import { freeAssetNumber } from './ingest.ts';
import { ensureModel, ensureVendor } from './reference.ts';

/** Keeps a reported printer, switch or phone as an asset of its type; known by its serial number, else its name. */
export function ingestDevice(tx: Tx, device: DeviceInventory): ReturnType<Collector['ingest']> {
  const assettypeid = typeId(tx, device.assettype);
  const known = match(tx, assettypeid, device);
  const columns = columnsOf(tx, device);
  const before = tx.journal.length;
  const assetid = known
    ? (known.assetid as number)
    : tx.insert('assets', {
        assetnumber: freeAssetNumber(tx, {
          hostname: device.hostname ?? device.name,
          serialnumber: device.serialnumber,
        }),
        assettypeid,
        ...columns,
      });
  if (known) tx.update('assets', assetid, columns);
  syncAddresses(tx, assetid, device);
  const changed = tx.journal.length > before;
  return { outcome: known ? (changed ? 'updated' : 'unchanged') : 'created', assetid };
}

function match(tx: Tx, assettypeid: number, { serialnumber, name }: DeviceInventory): Row | undefined {
  const bySerial =
    serialnumber &&
    tx.get<Row>(
      'SELECT * FROM assets WHERE serialnumber = ? AND assettypeid = ? ORDER BY isactive DESC',
      serialnumber,
      assettypeid,
    );
  if (bySerial) return bySerial;
  const byName = tx.get<Row>(
    'SELECT * FROM assets WHERE name = ? AND assettypeid = ? ORDER BY isactive DESC',
    name,
    assettypeid,
  );
  // Of two devices with one name the serial number tells which is which.
  return byName && (!serialnumber || !byName.serialnumber) ? byName : undefined;
}

function columnsOf(tx: Tx, device: DeviceInventory): Row {
  const vendorid = device.manufacturer ? ensureVendor(tx, device.manufacturer) : undefined;
  const columns: Row = { name: device.name };
  if (device.serialnumber) columns.serialnumber = device.serialnumber;
  if (vendorid) columns.vendorid = vendorid;
  if (device.model) columns.modelnumberid = ensureModel(tx, device.model, vendorid ?? null, device.assettype);
  return columns;
}

function typeId(tx: Tx, assettype: string): number {
  return (
    tx.value<number>('SELECT assettypeid FROM assettypes WHERE assettype = ?', assettype) ??
    tx.insert('assettypes', { assettype, icon: 'box' })
  );
}
