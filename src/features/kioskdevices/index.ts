import { z } from 'zod';
import type { WriteContext } from '../../kit/data/tx.ts';
import { conflict, notFound } from '../../kit/errors.ts';
import type { Mechanism } from '../../kit/gate.ts';
import type { Host } from '../../kit/host.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import type { Credential } from '../../kit/http/credential.ts';
import { idParam } from '../../kit/http/paging.ts';
import { definePlugin, type Plugin } from '../../kit/plugin.ts';
import type { Register } from '../../kit/resource/register.ts';
import { BADGE_EMPTY, BADGE_UNREADABLE } from './badge.ts';
import { deviceOfCabinet } from './queries.ts';
import { defineKioskRegister } from './register.ts';
import type { KioskDevice } from './tables.ts';
import * as tables from './tables.ts';
import { authenticateKiosk, KIOSK, mintKioskToken } from './tokens.ts';

export { parseBadge, parseSso } from './badge.ts';
export { isRepeatedScan, REPEATED_SCAN_MS, resolveScanTime, scanFields } from './scan.ts';
export { authenticateKiosk, KIOSK, kioskOf } from './tokens.ts';

const path = '/api/kioskdevices';

type NewDevice = Pick<KioskDevice, 'cabinetname' | 'kind'> & { isactive?: boolean };

/** Creates the device of a cabinet. Returns its ID and its token. */
function createDevice(host: Host, context: WriteContext, { cabinetname, kind, isactive = true }: NewDevice) {
  const { secret, ...columns } = mintKioskToken();
  const id = host.db.transact(context, 'kioskdevices.kioskdevice.created', (tx) => {
    if (deviceOfCabinet.get(tx, { cabinetname }))
      throw conflict('cabinetname', `Cabinet "${cabinetname}" is already in use. Use a different name.`);
    const made = tx.insert(tables.kioskdevices, {
      cabinetname,
      kind,
      isactive: isactive ? 1 : 0,
      ...columns,
    });
    tx.audit({ entitytype: 'kioskdevice', entityid: made, undoable: false });
    return made;
  }).value;
  return { id, secret };
}

/** Replaces the token of a device. The old token becomes invalid at once. */
function renewToken(host: Host, context: WriteContext, id: number): string {
  const { secret, ...columns } = mintKioskToken();
  host.db.transact(context, 'kioskdevices.token.renewed', (tx) => {
    if (!tx.row(tables.kioskdevices, id)) throw notFound('Kiosk device');
    tx.update(tables.kioskdevices, id, columns);
    tx.audit({ entitytype: 'kioskdevice', entityid: id, undoable: false });
  });
  return secret;
}

function kioskDeviceRoutes(host: Host, register: Register): readonly Api[] {
  const resource = host.resource(register);
  const { schemas } = resource;
  // The schema of the register validates exactly the fields of `NewDevice`.
  const newDevice = schemas.create as z.ZodType as z.ZodType<NewDevice>;
  const response = z.lazy(() =>
    schemas.record
      .unwrap()
      .extend({
        secret: z.string().meta({ description: 'The token for X-Kiosk-Token. Returned only once.' }),
      })
      .meta({ id: 'KioskDeviceWithToken' }),
  );
  const withSecret = (id: number, secret: string) => ({ ...resource.get(id), secret });
  return [
    api('')
      .post(
        path,
        ({ call, body }) => {
          const { id, secret } = createDevice(host, call.context, body);
          return withSecret(id, secret);
        },
        routeOptions({
          access: 'admin',
          summary: 'Create a kiosk device',
          body: newDevice,
          responseSchema: response,
          status: 201,
        }),
      )
      .post(
        `${path}/:kioskdeviceid/secret`,
        ({ call, params }) => {
          const { kioskdeviceid } = params;
          return withSecret(kioskdeviceid, renewToken(host, call.context, kioskdeviceid));
        },
        routeOptions({
          access: 'admin',
          summary: 'Replace the token of a kiosk device',
          params: z.object({ kioskdeviceid: idParam }),
          responseSchema: response,
          status: 201,
        }),
      ),
  ];
}

/**
 * Creates the feature for the tablets at the cabinets and their tokens, with the kinds of kiosks of
 * `plugins`.
 */
export function createKioskDevicesFeature(plugins: readonly Plugin[]): Plugin {
  const register = defineKioskRegister(Object.assign({}, ...plugins.map(({ kiosks }) => kiosks)));
  return definePlugin({
    id: 'kioskdevices',
    title: 'Kiosk devices',
    description: 'Tablets at the cabinets and their tokens',
    core: true,
    tables,
    errors: [BADGE_EMPTY, BADGE_UNREADABLE],
    secrets: [tables.kioskdevices.secrethash],
    revocationRules: [
      {
        table: tables.kioskdevices,
        identity: [tables.kioskdevices.secrethash],
        revokedState: { isactive: 0 },
      },
    ],
    registers: [register],
    navigation: [
      {
        group: 'Admin',
        family: 'Access',
        title: 'Kiosk devices',
        icon: 'device-tablet',
        path: '/kioskdevices',
        needs: 'admin',
        order: 35,
      },
    ],
    credentials: (host) =>
      new Map<Credential, Mechanism>([[KIOSK, (req, address) => authenticateKiosk(host, req, address)]]),
    routes: (host) => kioskDeviceRoutes(host, register),
  });
}
