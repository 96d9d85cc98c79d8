import { z } from 'zod';
import type { Row } from '../../kit/data/reader.ts';
import type { WriteContext } from '../../kit/data/tx.ts';
import { conflict, notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { type Api, api, words } from '../../kit/http/api.ts';
import type { Call } from '../../kit/http/call.ts';
import { idParam } from '../../kit/http/paging.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { registerRoutes } from '../../kit/resource/routes.ts';
import { register } from './register.ts';
import * as tables from './tables.ts';
import { kioskActor, mintKioskToken } from './tokens.ts';

const path = '/api/kioskdevices';

interface NewDevice {
  cabinetname: string;
  kind: string;
  isactive?: boolean;
}

/** Makes a cabinet's device and answers its id with the token. */
function createDevice(host: Host, context: WriteContext, { cabinetname, kind, isactive = true }: NewDevice) {
  const { secret, ...kept } = mintKioskToken();
  const id = host.db.transact(context, (tx) => {
    if (tx.value('SELECT 1 FROM kioskdevices WHERE cabinetname = ?', cabinetname))
      throw conflict('cabinetname', `Cabinet "${cabinetname}" belongs to another record; use another.`);
    const made = tx.insert('kioskdevices', { cabinetname, kind, isactive: Number(isactive), ...kept });
    tx.audit({
      action: 'kioskdevices.kioskdevice.created',
      entitytype: 'kioskdevice',
      entityid: made,
      undoable: false,
    });
    return made;
  });
  return { id, secret };
}

/** Replaces the token of a device; the old one ends at once. */
function renewToken(host: Host, context: WriteContext, id: number): string {
  const { secret, ...kept } = mintKioskToken();
  host.db.transact(context, (tx) => {
    if (!tx.row('kioskdevices', id)) throw notFound('Kiosk device');
    tx.update('kioskdevices', id, kept as Row);
    tx.audit({
      action: 'kioskdevices.token.renewed',
      entitytype: 'kioskdevice',
      entityid: id,
      undoable: false,
    });
  });
  return secret;
}

function kioskDeviceRoutes(host: Host): readonly Api[] {
  const resource = host.resource(register);
  const { schemas } = resource;
  const response = (schemas.record as z.ZodObject)
    .extend({ secret: z.string().meta({ description: 'The token for X-Kiosk-Token; shown this once.' }) })
    .meta({ id: 'KioskDeviceWithToken' });
  const shown = (call: Pick<Call, 'actor'>, id: number, secret: string) => ({
    ...resource.get({ actor: call.actor, query: {} }, id),
    secret,
  });
  return [
    registerRoutes(resource),
    api('')
      .post(
        path,
        ({ call, body }) => {
          const { id, secret } = createDevice(host, call.context, body as unknown as NewDevice);
          return shown(call, id, secret);
        },
        words({
          access: 'admin',
          summary: 'Create a kiosk device',
          body: schemas.create,
          answers: response,
          status: 201,
        }),
      )
      .post(
        `${path}/:kioskdeviceid/secret`,
        ({ call, params }) => {
          const { kioskdeviceid } = params;
          return shown(call, kioskdeviceid, renewToken(host, call.context, kioskdeviceid));
        },
        words({
          access: 'admin',
          summary: 'Replace the token of a kiosk device',
          params: z.object({ kioskdeviceid: idParam }),
          answers: response,
          status: 201,
        }),
      ),
  ];
}

/** The tablets at the cabinets, and how they prove which cabinet they are. */
export const kioskdevices = definePlugin({
  id: 'kioskdevices',
  title: 'Kiosk devices',
  description: 'Tablets at the cabinets and their tokens',
  core: true,
  tables,
  registers: [register],
  navigation: [
    {
      group: 'Admin',
      title: 'Kiosk devices',
      icon: 'device-tablet',
      path: '/kioskdevices',
      needs: 'admin',
      order: 35,
    },
  ],
  credentials: (host) => ({ kiosk: (req) => kioskActor(host, req) }),
  routes: kioskDeviceRoutes,
});
