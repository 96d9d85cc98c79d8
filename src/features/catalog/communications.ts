import type { Reader } from '../../kit/data/reader.ts';
import type { Tx, WriteContext } from '../../kit/data/tx.ts';
import { conflict, invalid, notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { readIpAddress, readMacAddress } from '../../kit/network-address.ts';
import { refuseStale, type Staleness } from '../../kit/staleness.ts';
import {
  communicationAt,
  communicationsOfAsset,
  communicationsOfAssets,
  primaryOf,
} from './communication-queries.ts';
import { assets, type CommType, type CommunicationRow, communications } from './tables.ts';

const FORMS: Record<CommType, { read(text: string): string | undefined; problem: string }> = {
  ip: { read: readIpAddress, problem: 'is not an IP address.' },
  mac: { read: readMacAddress, problem: 'is not a MAC address such as 00:1a:2b:3c:4d:5e.' },
  serial: { read: (text) => text, problem: '' },
};

/**
 * Returns the normalized form in which an address is stored: MAC addresses as `00:1a:2b:3c:4d:5e`, IPv6
 * addresses as in RFC 5952, serial numbers only trimmed. Throws 400 for the field `path` when the text is not
 * an address of its type.
 */
export function canonicalizeAssetAddress(type: CommType, address: string, path = 'address'): string {
  const read = FORMS[type].read(address.trim());
  if (read === undefined) throw invalid(path, problemOf(type, address));
  return read;
}

/** Returns an error message when a text is not an address of the type, else undefined. */
export const validateAssetAddress = (type: CommType, address: string): string | undefined =>
  FORMS[type].read(address.trim()) === undefined ? problemOf(type, address) : undefined;

const problemOf = (type: CommType, address: string): string =>
  `${JSON.stringify(address.trim())} ${FORMS[type].problem}`;

/** Returns a row in the form of the API, where `isprimary` is a boolean. */
export const toCommunication = (row: CommunicationRow) => ({ ...row, isprimary: row.isprimary === 1 });

/**
 * Reports whether an address is personal, as all except serial numbers are. IP and MAC addresses lead to a
 * machine that a person uses; a serial number is printed on it.
 */
export const isPersonalAddress = ({ commtype }: { commtype: string }): boolean => commtype !== 'serial';

/** Returns the addresses of an asset by type, the primary one of each type first. */
export const listCommunications = (reader: Reader, assetid: number) =>
  communicationsOfAsset.all(reader, { assetid }).map(toCommunication);

/** Returns the addresses of many assets, by asset ID. An asset without addresses has no entry. */
export function listCommunicationsOfAssets(reader: Reader, assetids: readonly number[]) {
  const rows = communicationsOfAssets.all(reader, { ids: JSON.stringify(assetids) });
  return Map.groupBy(rows.map(toCommunication), (row) => row.assetid);
}

/**
 * Makes `address`, in normalized form, the primary one of its type; null deletes the primary address. An
 * address that the asset has already becomes primary, and the previous primary one ordinary. A new address
 * replaces the previous primary one. Writes nothing when the address is already primary.
 */
export function setPrimary(tx: Tx, assetid: number, commtype: CommType, address: string | null): void {
  const primary = primaryOf.get(tx, { assetid, commtype });
  if (primary?.address === address) return;
  if (address === null) {
    if (primary) tx.delete(communications, primary.communicationid);
    return;
  }
  const existing = communicationAt.get(tx, { assetid, commtype, address, except: 0 });
  if (primary && existing) tx.update(communications, primary.communicationid, { isprimary: 0 });
  if (existing) tx.update(communications, existing.communicationid, { isprimary: 1 });
  else if (primary) tx.update(communications, primary.communicationid, { address });
  else tx.insert(communications, { assetid, commtype, address, isprimary: 1 });
}

export type CommunicationInput = {
  commtype?: CommType;
  address?: string;
  isprimary?: boolean;
  subnetid?: number | null;
  notes?: string | null;
};

/**
 * Adds an address to an asset and returns its ID. A new primary address demotes the previous one of its type.
 * Throws 404 for an unknown asset, 400 for an invalid address or unknown subnet, 409 for an existing address.
 */
export function addCommunication(
  host: Host,
  context: WriteContext,
  assetid: number,
  input: CommunicationInput,
): number {
  return host.db.transact(context, 'catalog.communication.created', (tx) => {
    refuseUnknownAsset(tx.row(assets, assetid));
    refuseUnknownSubnet(host, tx, input.subnetid);
    const address = canonicalizeAssetAddress(input.commtype!, input.address!);
    refuseTaken(tx, assetid, input.commtype!, address, 0);
    if (input.isprimary) demotePrimary(tx, assetid, input.commtype!, 0);
    const { commtype, subnetid = null, notes = null, isprimary = false } = input;
    const id = tx.insert(communications, {
      assetid,
      commtype: commtype!,
      address,
      isprimary: isprimary ? 1 : 0,
      subnetid,
      notes,
    });
    tx.audit({ entitytype: 'asset', entityid: assetid });
    return id;
  }).value;
}

/**
 * Changes an address with the rules of `addCommunication`. A missing field stays. Throws 404 when the asset
 * lacks the address, 409 STALE_WRITE when it has changed since the version in `unless`.
 */
export function changeCommunication(
  host: Host,
  context: WriteContext,
  assetid: number,
  id: number,
  input: CommunicationInput,
  unless: Staleness,
): void {
  host.db.transact(context, 'catalog.communication.updated', (tx) => {
    const before = getOwnAddress(tx, assetid, id);
    refuseStale(before.modifieddate, unless);
    refuseUnknownSubnet(host, tx, input.subnetid);
    const commtype = input.commtype ?? before.commtype;
    const address = canonicalizeAssetAddress(commtype, input.address ?? before.address);
    refuseTaken(tx, assetid, commtype, address, id);
    const isprimary = input.isprimary ?? before.isprimary === 1;
    if (isprimary) demotePrimary(tx, assetid, commtype, id);
    const { subnetid = before.subnetid, notes = before.notes } = input;
    tx.update(communications, id, { commtype, address, isprimary: isprimary ? 1 : 0, subnetid, notes });
    tx.audit({ entitytype: 'asset', entityid: assetid });
  });
}

/**
 * Throws 400 for an unknown subnet. Another feature owns the subnets; while it is disabled every ID is
 * unknown.
 */
function refuseUnknownSubnet(host: Host, tx: Tx, subnetid: number | null | undefined): void {
  if (subnetid === null || subnetid === undefined) return;
  const subnets = host.registers.has('subnets') ? host.registers.get('subnets') : undefined;
  const exists = subnets && tx.value(`SELECT 1 FROM ${subnets.table} WHERE ${subnets.id} = ?`, subnetid);
  if (!exists) throw invalid('subnetid', `No subnet has the ID ${subnetid}.`);
}

/** Deletes an address of an asset. Throws 404 and 409 STALE_WRITE as `changeCommunication` does. */
export function removeCommunication(
  host: Host,
  context: WriteContext,
  assetid: number,
  id: number,
  unless: Staleness,
): void {
  host.db.transact(context, 'catalog.communication.deleted', (tx) => {
    refuseStale(getOwnAddress(tx, assetid, id).modifieddate, unless);
    tx.delete(communications, id);
    tx.audit({ entitytype: 'asset', entityid: assetid });
  });
}

function demotePrimary(tx: Tx, assetid: number, commtype: CommType, except: number): void {
  const primary = primaryOf.get(tx, { assetid, commtype });
  if (primary && primary.communicationid !== except)
    tx.update(communications, primary.communicationid, { isprimary: 0 });
}

function refuseTaken(tx: Tx, assetid: number, commtype: CommType, address: string, except: number): void {
  if (communicationAt.get(tx, { assetid, commtype, address, except }))
    throw conflict('address', `This asset already has the address ${address}.`);
}

function getOwnAddress(tx: Tx, assetid: number, id: number): CommunicationRow {
  const row = tx.row(communications, id);
  if (row?.assetid !== assetid) throw notFound('Address');
  return row;
}

/** Throws 404 when a lookup of an asset found no row. */
export function refuseUnknownAsset(found: unknown): void {
  if (!found) throw notFound('Asset');
}
