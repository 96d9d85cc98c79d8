import { z } from 'zod';
import {
  authenticateKiosk,
  KIOSK,
  kioskOf,
  parseBadge,
  REPEATED_SCAN_MS,
  resolveScanTime,
  scanFields,
} from '../../src/features/kioskdevices/index.ts';
import type { Reader } from '../../src/kit/data/reader.ts';
import { conflict } from '../../src/kit/errors.ts';
import type { Mechanism } from '../../src/kit/gate.ts';
import type { Host } from '../../src/kit/host.ts';
import { api, routeOptions } from '../../src/kit/http/api.ts';
import type { Call } from '../../src/kit/http/call.ts';
import type { Credential } from '../../src/kit/http/credential.ts';
import { readScan } from '../../src/kit/scanned-code.ts';
import { readLabel, resolveItemCode } from './item-codes.ts';
import { kioskItem, sameTake, takeOfScan } from './queries.ts';
import { moveStock } from './stock.ts';

const KIND = 'printedparts';
/** The credential of a kiosk for printed parts. Kiosks of other kinds are rejected. */
const PARTS_KIOSK: Credential = { ...KIOSK };

/** Returns the authentication of kiosks for printed parts. */
export const createPartsKioskCredential = (host: Host): ReadonlyMap<Credential, Mechanism> =>
  new Map([[PARTS_KIOSK, (req, address) => authenticateKiosk(host, req, address, KIND)]]);

const KIOSK_ACCESS = { access: { machine: [PARTS_KIOSK] }, enabledBy: 'printedparts_kiosk_enabled' } as const;

const item = z
  .object({
    itemid: z.int(),
    itemcode: z.string(),
    gagelabtag: z.string().nullable(),
    name: z.string().nullable(),
    description: z.string().nullable(),
    quantityonhand: z.int(),
    imagefilename: z
      .string()
      .nullable()
      .meta({ description: 'Available at `/api/printedparts/image/{filename}`.' }),
    revision: z.int().nullable().meta({ description: 'The number after the vertical bar of the label.' }),
  })
  .meta({ id: 'KioskPrintedPart' });

const taken = item.extend({
  quantity: z.int(),
  repeated: z.boolean().meta({ description: 'The same scan was already booked, so it is not booked again.' }),
});

const code = z.string().overwrite(readScan).min(1).max(255).meta({
  description:
    'An item code or gauge lab tag, optionally with a vertical bar and a revision, or digits that only one active item has.',
});
const take = z.object({
  itemcode: code,
  quantity: z.int().min(1).max(1_000_000),
  revision: z.int().min(0).max(999_999).nullish().meta({
    description:
      'Revision of the taken part. A revision after the vertical bar of the item code is used too.',
  }),
  ...scanFields,
});
type Take = z.output<typeof take>;

/** Routes for the kiosk at the cabinet: lookups and takes. */
export const partsKioskRoutes = (host: Host) =>
  api('/api/printedparts/kiosk')
    .get(
      '/item/:itemcode',
      ({ params }) => host.db.read((reader) => findItem(reader, params.itemcode)),
      routeOptions({
        ...KIOSK_ACCESS,
        summary: 'Get a printed part by its scanned or typed code, for a kiosk',
        params: z.object({ itemcode: code }),
        responseSchema: item,
      }),
    )
    .post(
      '/take',
      ({ call, body }) => book(host, call, body),
      routeOptions({
        ...KIOSK_ACCESS,
        summary: 'Take printed parts with a badge',
        body: take,
        responseSchema: taken,
      }),
    );

function findItem(reader: Reader, scan: string) {
  const { code, revision } = readLabel(scan);
  return { ...kioskItem.get(reader, { itemid: resolveItemCode(reader, code) })!, revision };
}

/**
 * Reports whether a scan was already booked: under its ID, or as an equal take within two seconds of it.
 * Throws 409 when another scan has the ID.
 */
function isBooked(
  reader: Reader,
  { scanid, at, ...same }: { scanid?: string; at: string; itemid: number; sso: string; delta: number },
): boolean {
  const booked = scanid === undefined ? undefined : takeOfScan.get(reader, { scanid });
  if (booked) {
    if (booked.itemid === same.itemid && booked.sso === same.sso && booked.delta === same.delta) return true;
    throw conflict('scanid', 'Another scan already has this ID. Scan again.');
  }
  const [from, until] = [-REPEATED_SCAN_MS, REPEATED_SCAN_MS].map((ms) =>
    new Date(Date.parse(at) + ms).toISOString(),
  );
  return sameTake.get(reader, { ...same, from: from!, until: until! }) !== undefined;
}

/**
 * Books one take. A repeated scan is booked once. Throws 404 for an unknown part, 409 above the quantity on
 * hand, and 422 for an invalid badge.
 */
function book(host: Host, call: Call, { itemcode, badge, quantity, scanid, scannedat, ...input }: Take) {
  const { cabinetname } = kioskOf(call.actor, KIND);
  const sso = parseBadge(badge);
  const { itemid, revision: onlabel } = host.db.read((reader) => findItem(reader, itemcode));
  const revision = input.revision ?? onlabel;
  const same = { itemid, sso, delta: -quantity };
  const repeated = host.db.read((reader) =>
    isBooked(reader, { ...same, scanid, at: resolveScanTime(reader, scannedat) }),
  );
  if (!repeated)
    host.db.transact(call.context, 'printedparts.part.taken', (tx) => {
      moveStock(host, tx, itemid, {
        event: 'take',
        delta: -quantity,
        sso,
        personname: host.contributions.findPersonName(host, sso),
        revision,
        recordedby: cabinetname,
        eventdate: resolveScanTime(tx, scannedat),
        scanid,
      });
      tx.audit({ entitytype: 'part', entityid: itemid });
    });
  return { ...host.db.read((reader) => kioskItem.get(reader, { itemid })!), revision, quantity, repeated };
}
