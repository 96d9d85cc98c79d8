import { assets, assettypes } from '../../../src/features/catalog/tables.ts';
import type { Collector } from '../../../src/kit/contributions.ts';
import type { Change } from '../../../src/kit/data/columns.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import type { DeviceInventory } from '../glpi/index.ts';
import { syncAddresses } from './addresses.ts';
import { freeAssetNumber } from './ingest.ts';
import { deviceOfName, deviceOfSerial, type KnownDevice, typeNamed } from './queries.ts';
import { ensureModel, ensureVendor } from './reference.ts';

/** Keeps a reported printer, switch or phone as an asset of its type; known by its serial number, else its name. */
export function ingestDevice(tx: Tx, device: DeviceInventory): ReturnType<Collector['ingest']> {
  const assettypeid = typeId(tx, device.assettype);
  const known = match(tx, assettypeid, device);
  const columns = columnsOf(tx, device);
  const before = tx.journal.length;
  const assetid = known
    ? known.assetid
    : tx.insert(assets, {
        assetnumber: freeAssetNumber(tx, {
          hostname: device.hostname ?? device.name,
          serialnumber: device.serialnumber,
        }),
        assettypeid,
        ...columns,
      });
  if (known) tx.update(assets, assetid, columns);
  syncAddresses(tx, assetid, device);
  const changed = tx.journal.length > before;
  return { outcome: known ? (changed ? 'updated' : 'unchanged') : 'created', assetid };
}

function match(
  tx: Tx,
  assettypeid: number,
  { serialnumber, name }: DeviceInventory,
): KnownDevice | undefined {
  const bySerial = serialnumber && deviceOfSerial.get(tx, { serialnumber, assettypeid });
  if (bySerial) return bySerial;
  const byName = deviceOfName.get(tx, { name, assettypeid });
  // Of two devices with one name the serial number tells which is which.
  return byName && (!serialnumber || !byName.serialnumber) ? byName : undefined;
}

function columnsOf(tx: Tx, device: DeviceInventory): Change<typeof assets> {
  const vendorid = device.manufacturer ? ensureVendor(tx, device.manufacturer) : undefined;
  const columns: Change<typeof assets> = { name: device.name };
  if (device.serialnumber) columns.serialnumber = device.serialnumber;
  if (vendorid) columns.vendorid = vendorid;
  if (device.model) columns.modelnumberid = ensureModel(tx, device.model, vendorid ?? null, device.assettype);
  return columns;
}

function typeId(tx: Tx, assettype: string): number {
  return typeNamed.get(tx, { assettype })?.assettypeid ?? tx.insert(assettypes, { assettype, icon: 'box' });
}
