import { isIP } from 'node:net';
import { z } from 'zod';
import type { Row } from '../data/reader.ts';
import type { Tx, WriteContext } from '../data/tx.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import type { Host } from '../host.ts';
import { idParam } from '../http/paging.ts';
import { type Route, route } from '../http/route.ts';

export type CommType = 'ip' | 'mac' | 'serial';

const MAC = /^[0-9a-f]{2}([:-]?[0-9a-f]{2}){5}$/i;

/** The address in its one form: MACs in lower case with colons. 400 when it is no address of its type. */
export function canonicalAddress(type: CommType, address: string, path = 'address'): string {
  const text = address.trim();
  if (type === 'ip') {
    if (!isIP(text) || text.includes('%'))
      throw invalid(path, `${JSON.stringify(text)} is not an IP address.`);
    return text.toLowerCase();
  }
  if (type === 'mac') {
    if (!MAC.test(text))
      throw invalid(path, `${JSON.stringify(text)} is not a MAC address such as 00:1a:2b:3c:4d:5e.`);
    return text.replace(/[:-]/g, '').toLowerCase().match(/../g)!.join(':');
  }
  return text;
}

const body = {
  commtype: z.enum(['ip', 'mac', 'serial']),
  address: z.string().trim().min(1, 'Enter an address.').max(255),
  isprimary: z.boolean().optional(),
  subnetid: z.int().positive().nullable().optional(),
  notes: z.string().max(65_536).nullable().optional(),
};
const record = z
  .object({
    communicationid: z.int(),
    assetid: z.int(),
    commtype: z.string(),
    address: z.string(),
    isprimary: z.boolean(),
    subnetid: z.int().nullable(),
    notes: z.string().nullable(),
    createddate: z.iso.datetime(),
    modifieddate: z.iso.datetime(),
  })
  .meta({ id: 'Communication' });

const view = (row: Row) => ({ ...row, isprimary: row.isprimary === 1 });
const byAsset = z.object({ assetid: idParam });
const byBoth = z.object({ assetid: idParam, communicationid: idParam });

/** The asset's addresses, the primary ones first. */
export function communicationsOf(host: Host, assetid: number) {
  return host.db.read((reader) =>
    reader
      .all<Row>(
        'SELECT * FROM communications WHERE assetid = ? ORDER BY commtype, isprimary DESC, communicationid',
        assetid,
      )
      .map(view),
  );
}

/** Makes `address` the primary one of its type, or clears it. Nothing is written when it is so already. */
export function setPrimary(tx: Tx, assetid: number, commtype: CommType, address: string | null): void {
  const primary = tx.get<Row>(
    'SELECT * FROM communications WHERE assetid = ? AND commtype = ? AND isprimary = 1',
    assetid,
    commtype,
  );
  if (primary?.address === address) return;
  if (address === null) {
    if (primary) tx.delete('communications', primary.communicationid as number);
    return;
  }
  const known = tx.get<Row>(
    'SELECT * FROM communications WHERE assetid = ? AND commtype = ? AND address = ?',
    assetid,
    commtype,
    address,
  );
  if (primary && known) tx.update('communications', primary.communicationid as number, { isprimary: 0 });
  if (known) tx.update('communications', known.communicationid as number, { isprimary: 1 });
  else if (primary) tx.update('communications', primary.communicationid as number, { address });
  else tx.insert('communications', { assetid, commtype, address, isprimary: 1 });
}

export function communicationRoutes(host: Host): Route[] {
  const base = '/api/assets/:assetid/communications';
  const access = { can: 'assets.edit' };
  const one = (id: number) =>
    host.db.read((reader) =>
      view(reader.get<Row>('SELECT * FROM communications WHERE communicationid = ?', id)!),
    );
  return [
    route(
      'GET',
      base,
      { access: 'optional', summary: 'Addresses of an asset', params: byAsset, response: record.array() },
      ({ params }) => {
        host.db.read((reader) =>
          refuseUnknownAsset(reader.value('SELECT 1 FROM assets WHERE assetid = ?', params.assetid)),
        );
        return communicationsOf(host, params.assetid);
      },
    ),
    route(
      'POST',
      base,
      {
        access,
        summary: 'Add an address',
        params: byAsset,
        body: z.object(body),
        response: record,
        status: 201,
      },
      ({ context, params, body: input }) => one(addCommunication(host, context, params.assetid, input)),
    ),
    route(
      'PUT',
      `${base}/:communicationid`,
      {
        access,
        summary: 'Change an address',
        params: byBoth,
        body: z.object(body).partial(),
        response: record,
      },
      ({ context, params, body: input }) => {
        changeCommunication(host, context, params.assetid, params.communicationid, input);
        return one(params.communicationid);
      },
    ),
    route(
      'DELETE',
      `${base}/:communicationid`,
      { access, summary: 'Remove an address', params: byBoth },
      ({ context, params }) => {
        host.db.transact(context, (tx) => {
          existing(tx, params.assetid, params.communicationid);
          tx.delete('communications', params.communicationid);
          tx.audit({
            action: 'catalog.communication.deleted',
            entitytype: 'asset',
            entityid: params.assetid,
          });
        });
        return { deleted: params.communicationid };
      },
    ),
  ];
}

type CommunicationInput = {
  commtype?: CommType;
  address?: string;
  isprimary?: boolean;
  subnetid?: number | null;
  notes?: string | null;
};

function addCommunication(
  host: Host,
  context: WriteContext,
  assetid: number,
  input: CommunicationInput,
): number {
  return host.db.transact(context, (tx) => {
    refuseUnknownAsset(tx.row('assets', assetid));
    refuseUnknownSubnet(host, tx, input.subnetid);
    const address = canonicalAddress(input.commtype!, input.address!);
    refuseTaken(tx, assetid, input.commtype!, address, 0);
    if (input.isprimary) demotePrimary(tx, assetid, input.commtype!, 0);
    const { commtype, subnetid = null, notes = null, isprimary = false } = input;
    const id = tx.insert('communications', {
      assetid,
      commtype: commtype!,
      address,
      isprimary: isprimary ? 1 : 0,
      subnetid,
      notes,
    });
    tx.audit({ action: 'catalog.communication.created', entitytype: 'asset', entityid: assetid });
    return id;
  });
}

function changeCommunication(
  host: Host,
  context: WriteContext,
  assetid: number,
  id: number,
  input: CommunicationInput,
): void {
  host.db.transact(context, (tx) => {
    const before = existing(tx, assetid, id);
    refuseUnknownSubnet(host, tx, input.subnetid);
    const commtype = input.commtype ?? (before.commtype as CommType);
    const address = canonicalAddress(commtype, input.address ?? (before.address as string));
    refuseTaken(tx, assetid, commtype, address, id);
    const isprimary = input.isprimary ?? before.isprimary === 1;
    if (isprimary) demotePrimary(tx, assetid, commtype, id);
    const { subnetid = before.subnetid!, notes = before.notes! } = input;
    tx.update('communications', id, { commtype, address, isprimary: isprimary ? 1 : 0, subnetid, notes });
    tx.audit({ action: 'catalog.communication.updated', entitytype: 'asset', entityid: assetid });
  });
}

/** Subnets are another feature's: without it there are none to refer to. */
function refuseUnknownSubnet(host: Host, tx: Tx, subnetid: number | null | undefined): void {
  if (subnetid === null || subnetid === undefined) return;
  const subnets = host.registers.has('subnets') ? host.registers.get('subnets') : undefined;
  const known = subnets && tx.value(`SELECT 1 FROM ${subnets.table} WHERE ${subnets.id} = ?`, subnetid);
  if (!known) throw invalid('subnetid', `There is no subnet with id ${subnetid}.`);
}

function demotePrimary(tx: Tx, assetid: number, commtype: string, except: number): void {
  const primary = tx.value<number>(
    'SELECT communicationid FROM communications WHERE assetid = ? AND commtype = ? AND isprimary = 1',
    assetid,
    commtype,
  );
  if (primary && primary !== except) tx.update('communications', primary, { isprimary: 0 });
}

function refuseTaken(tx: Tx, assetid: number, commtype: string, address: string, except: number): void {
  const other = tx.value(
    'SELECT 1 FROM communications WHERE assetid = ? AND commtype = ? AND address = ? AND communicationid <> ?',
    assetid,
    commtype,
    address,
    except,
  );
  if (other) throw conflict('address', `This asset has the address ${address} already.`);
}

function existing(tx: Tx, assetid: number, id: number): Row {
  const row = tx.row('communications', id);
  if (row?.assetid !== assetid) throw notFound('Address');
  return row;
}

function refuseUnknownAsset(found: unknown): void {
  if (!found) throw notFound('Asset');
}
