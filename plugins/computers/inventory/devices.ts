import { isIP } from 'node:net';
import { recordCollision } from '../../../src/features/catalog/index.ts';
import { assets, assettypes, communications } from '../../../src/features/catalog/tables.ts';
import type { IngestResult } from '../../../src/kit/contributions.ts';
import type { ColumnChanges } from '../../../src/kit/data/columns.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import type { DeviceFactsStore, SaveFactsResult } from '../../../src/kit/device-facts.ts';
import { foldName } from '../../../src/kit/fold-name.ts';
import { shortHostName } from '../../../src/kit/host-name.ts';
import type { DeviceInventory } from '../glpi/index.ts';
import { isSameText } from '../identity/compare.ts';
import { type DeviceRow, recordReportedName, reportedNameOf } from '../identity/device-queries.ts';
import { identifyDevice } from '../identity/identify-device.ts';
import { recordMacNamesOfReport, replaceMark } from '../identity/record-identity.ts';
import { listAddressChanges } from './addresses.ts';
import { gapsOf } from './columns.ts';
import { findFreeAssetNumber } from './numbers.ts';
import { addressesOfType, assetTypeByName } from './queries.ts';
import { createUnlimitedBudget, ensureModel, ensureVendor } from './reference.ts';
import { NO_ASSET_FACTS } from './takeover.ts';

/**
 * Stores a reported printer, switch, phone or unknown device as an asset of its type. `keepers` are the
 * stores of plugins for the details of their types. Addresses and the rest of the details follow in
 * `ingestMore`.
 */
export function ingestDevice(
  tx: Tx,
  device: DeviceInventory,
  keepers: readonly DeviceFactsStore[] = [],
): IngestResult {
  const before = tx.journal.length;
  const { known, isReturn, rivals } = identifyDevice(tx, device, keepers);
  const assetid = known ? known.assetid : create(tx, device);
  for (const rival of rivals) recordCollision(tx, rival.assetid, assetid, rival.reason);
  if (known) update(tx, known, device, isReturn);
  rememberName(tx, { assetid, isReturn }, device);
  const finder = device.isScan ? 'discovered' : 'reported';
  const addresses = listAddressChanges(tx, assetid, addressesIn(device), finder);
  const { serialnumber } = tx.row(assets, assetid)!;
  const members = device.stack?.map((member) => member.serialnumber).filter((one) => one !== serialnumber);
  if (members) syncMembers(tx, assetid, members);
  const results = saveDetails(tx, keepers, assetid, device);
  const isChanged = tx.journal.length > before || addresses.length > 0;
  const outcome = known ? (isChanged ? 'updated' : 'unchanged') : 'created';
  const ingested: IngestResult = { outcome, assetid, isCountedAtEnd: true };
  ingested.ingestMore = inPieces(addresses, results, () => {
    const details = Object.assign({}, ...results.map((one) => one.auditDetails()));
    if (Object.keys(details).length === 0) return;
    ingested.auditDetails = details;
    if (ingested.outcome === 'unchanged') ingested.outcome = 'updated';
  });
  return ingested;
}

/** Number of addresses that one piece of work writes. */
const SLICE_ROWS = 50;

/**
 * Returns the work for later transactions: the addresses in pieces, then the remaining work of the keepers.
 * Calls `end` when everything is done.
 */
const inPieces =
  (addresses: ((tx: Tx) => void)[], results: readonly SaveFactsResult[], end: () => void) =>
  (tx: Tx): boolean => {
    for (const change of addresses.splice(0, SLICE_ROWS)) change(tx);
    if (addresses.length > 0) return true;
    if (results.some((one) => one.rest?.(tx))) return true;
    end();
    return false;
  };

/** Passes the device to the plugins that manage its type. */
function saveDetails(
  tx: Tx,
  keepers: readonly DeviceFactsStore[],
  assetid: number,
  device: DeviceInventory,
): SaveFactsResult[] {
  const { assettypeid } = tx.row(assets, assetid)!;
  const type = tx.row(assettypes, assettypeid)!.assettype.toLowerCase();
  return keepers
    .filter(({ assettype }) => assettype.toLowerCase() === type)
    .flatMap((keeper) => keeper.saveFacts(tx, assetid, device) ?? []);
}

function create(tx: Tx, device: DeviceInventory): number {
  const { name, hostname = name, serialnumber } = device;
  return tx.insert(assets, {
    assetnumber: findFreeAssetNumber(tx, { hostname, serialnumber }),
    assettypeid: typeId(tx, device.assettype),
    name,
    ...columnsOf(tx, device),
  });
}

function update(tx: Tx, current: DeviceRow, device: DeviceInventory, isReturn: boolean): void {
  const columns = { ...(isReturn && !device.isScan && NO_ASSET_FACTS), ...columnsOf(tx, device) };
  // A stored serial number is never overwritten, because the first member of a stack may change.
  if (current.serialnumber !== null) delete columns.serialnumber;
  const isLess = device.isScan || (device.assettype === 'Other' && current.assettype !== 'Other');
  const changes = isLess ? gapsOf(tx.row(assets, current.assetid)!, columns) : columns;
  if (isNameReplaced(tx, current, device, isLess)) changes.name = device.name;
  if (current.assettype === 'Other') changes.assettypeid = typeId(tx, device.assettype);
  tx.update(assets, current.assetid, changes);
}

/**
 * Reports whether the reported name replaces the stored one. The name follows the reports until a user enters
 * another one.
 */
function isNameReplaced(
  tx: Tx,
  { assetid, name }: DeviceRow,
  device: DeviceInventory,
  isLess: boolean,
): boolean {
  if (name === null || isIP(name) !== 0) return true;
  // An address serves as the name only until a real name is reported.
  if (isLess || isIP(device.name) !== 0 || isSameText(shortHostName(name), shortHostName(device.name)))
    return false;
  return isSameText(reportedNameOf.get(tx, { assetid })?.name ?? null, name);
}

/**
 * Records the reported name and the one it replaces, outside the journal. Ignores an address, and the name
 * from a scan when a name is recorded already.
 */
function rememberName(
  tx: Tx,
  record: { assetid: number; isReturn: boolean },
  { name, serialnumber, macaddresses, isScan }: DeviceInventory,
): void {
  const previous = reportedNameOf.get(tx, record)?.name;
  if (isIP(name) !== 0 || previous === foldName(name) || (isScan && previous !== undefined)) return;
  recordReportedName.run(tx, { assetid: record.assetid, name: foldName(name) });
  if (serialnumber === undefined && !isScan)
    recordMacNamesOfReport(tx, { hostname: shortHostName(name), macaddresses });
  if (previous !== undefined && !isSameText(shortHostName(previous), shortHostName(name)))
    replaceMark(tx, record, 'hostname', { before: [previous], now: [name], isReturn: record.isReturn });
}

/**
 * Returns the reported addresses; undefined instead of an empty list, because a device without an address
 * could not have answered.
 */
const addressesIn = ({ ipaddresses, macaddresses }: DeviceInventory) => ({
  ipaddresses: ipaddresses.length > 0 ? ipaddresses : undefined,
  macaddresses: macaddresses.length > 0 ? macaddresses : undefined,
});

const MEMBER = 'stack member';

/** Stores the serial numbers of a stack's members, so that each member can be found by its own. */
function syncMembers(tx: Tx, assetid: number, members: readonly string[]): void {
  const rows = addressesOfType.all(tx, { assetid, commtype: 'serial' });
  for (const row of rows)
    if (row.notes === MEMBER && !members.includes(row.address))
      tx.delete(communications, row.communicationid);
  for (const address of members)
    if (!rows.some((row) => row.address === address))
      tx.insert(communications, { assetid, commtype: 'serial', address, notes: MEMBER });
}

function columnsOf(tx: Tx, device: DeviceInventory): ColumnChanges<typeof assets> {
  // Only callers with a key of the site report devices, so additions are not limited.
  const any = createUnlimitedBudget();
  const vendorid = device.manufacturer ? ensureVendor(tx, device.manufacturer, any) : undefined;
  const columns: ColumnChanges<typeof assets> = {};
  if (device.serialnumber) columns.serialnumber = device.serialnumber;
  if (vendorid) columns.vendorid = vendorid;
  const { model: modelnumber, assettype } = device;
  if (modelnumber)
    columns.modelnumberid = ensureModel(tx, { modelnumber, vendorid: vendorid ?? null, assettype }, any);
  return columns;
}

function typeId(tx: Tx, assettype: string): number {
  return (
    assetTypeByName.get(tx, { assettype })?.assettypeid ?? tx.insert(assettypes, { assettype, icon: 'box' })
  );
}
