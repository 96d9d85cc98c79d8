import { z } from 'zod';
import { type Actor, canSeePersonalData } from '../../../src/kit/actor.ts';
import type { AssetInfoProvider } from '../../../src/kit/contributions.ts';
import type { Host } from '../../../src/kit/host.ts';
import { signInRequiredError } from '../../../src/kit/http/access.ts';
import { type Api, api, routeOptions } from '../../../src/kit/http/api.ts';
import { idParam } from '../../../src/kit/http/paging.ts';
import { membersOf, peersOfDevice, portsOfAssets, portsOfDevice } from './queries.ts';
import { networkdevices } from './register.ts';

const peer = z.object({
  mac: z.string().nullable(),
  ipaddress: z.string().nullable(),
  name: z.string().nullable(),
  model: z.string().nullable(),
  port: z.string().nullable(),
  assetid: z.int().nullable().meta({ description: 'The asset with this MAC address, name or IP address.' }),
  assetnumber: z.string().nullable(),
});

const port = z.object({
  portid: z.int(),
  number: z.int(),
  name: z.string(),
  alias: z.string().nullable(),
  description: z.string().nullable(),
  type: z.int().nullable(),
  isenabled: z.boolean().nullable(),
  state: z.string().nullable(),
  speed: z.number().nullable().meta({ description: 'Bits per second.' }),
  duplex: z.string().nullable(),
  mac: z.string().nullable(),
  istrunk: z.boolean().nullable(),
  vlans: z.array(
    z.object({ number: z.int(), name: z.string().optional(), istagged: z.boolean().optional() }),
  ),
  peercount: z.int().meta({ description: 'Number of connected devices. `peers` lists at most 32.' }),
  peers: peer.array(),
});
export type Port = z.output<typeof port>;

const answer = z
  .object({
    networkdeviceid: z.int(),
    ports: port.array(),
    members: z.array(
      z.object({
        stackmemberid: z.int(),
        serialnumber: z.string(),
        model: z.string().nullable(),
        name: z.string().nullable(),
        firmware: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'NetworkPorts' });
export type NetworkPorts = z.output<typeof answer>;

/** The route that lists the ports of a network device. */
export function portRoutes(host: Host): Api {
  return api('/api/network').get(
    '/:networkdeviceid/ports',
    ({ call: { actor }, params }) => portsOf(host, actor, params.networkdeviceid),
    routeOptions({
      access: 'optional',
      summary: 'List the ports of a network device with connected devices, and its stack members',
      params: z.object({ networkdeviceid: idParam }),
      responseSchema: answer,
    }),
  );
}

function portsOf(host: Host, actor: Actor, networkdeviceid: number): NetworkPorts {
  if (!canSeePersonalData(actor)) throw signInRequiredError();
  host.resource(networkdevices).get(networkdeviceid);
  return host.db.read((reader) => {
    const peers = Map.groupBy(peersOfDevice.all(reader, { networkdeviceid }), ({ portid }) => portid);
    const bit = (value: number | null) => (value === null ? null : value === 1);
    return {
      networkdeviceid,
      ports: portsOfDevice.all(reader, { networkdeviceid }).map((row) => ({
        ...row,
        isenabled: bit(row.isenabled),
        istrunk: bit(row.istrunk),
        vlans: JSON.parse(row.vlans) as Port['vlans'],
        peers: (peers.get(row.portid) ?? []).map(({ portid: _id, ...one }) => one),
      })),
      members: membersOf.all(reader, { networkdeviceid }),
    };
  });
}

/**
 * Provides the switch port of an asset for pages about it. Of several ports, it is the one with the fewest
 * peers.
 */
export const portInfoProvider: AssetInfoProvider = {
  readInfo: (reader, assetids) => {
    const rows = portsOfAssets.all(reader, { ids: JSON.stringify(assetids) });
    const nearest = new Map<number, (typeof rows)[number]>();
    for (const row of rows) if (!nearest.has(row.assetid)) nearest.set(row.assetid, row);
    return new Map(
      [...nearest].map(([assetid, { devicenumber, portname, deviceassetid }]) => [
        assetid,
        [
          {
            key: 'port',
            title: 'Switch port',
            text: `${devicenumber}, port ${portname}`,
            href: `/assets/${deviceassetid}?tab=ports`,
          },
        ],
      ]),
    );
  },
};
