import { and, eq, sql } from 'drizzle-orm';
import { isActiveAssetOf } from '../../../src/features/catalog/index.ts';
import { assets, communications } from '../../../src/features/catalog/tables.ts';
import { build, command, type Params, query } from '../../../src/kit/data/query.ts';
import { isHostNamed } from '../../../src/kit/data/same-name.ts';
import type { HostNameForms } from '../../../src/kit/host-name.ts';
import { networkdevices, networkpeers, networkports, stackmembers } from '../tables.ts';

/**
 * Active devices with a host name, with or without its domain. Two rows are enough to detect a shared name.
 */
export const devicesOfHostName = query((params: Params<HostNameForms>) =>
  build
    .select({ assetid: networkdevices.assetid, hostname: networkdevices.hostname })
    .from(networkdevices)
    .innerJoin(assets, isActiveAssetOf(networkdevices.assetid))
    .where(isHostNamed(networkdevices.hostname, params))
    .limit(2),
);

export const networkDeviceOfAsset = query((params: Params<{ assetid: number }>) =>
  build.select().from(networkdevices).where(eq(networkdevices.assetid, params.assetid)),
);

/** The stored ports of a device. The digest of each shows whether a report changes it. */
export const digestsOf = query((params: Params<{ networkdeviceid: number }>) =>
  build
    .select({
      portid: networkports.portid,
      number: networkports.number,
      name: networkports.name,
      alias: networkports.alias,
      vlans: networkports.vlans,
      digest: networkports.digest,
    })
    .from(networkports)
    .where(eq(networkports.networkdeviceid, params.networkdeviceid)),
);

type Port = {
  networkdeviceid: number;
  number: number;
  name: string;
  alias: string | null;
  description: string | null;
  type: number | null;
  isenabled: 0 | 1 | null;
  state: string | null;
  speed: number | null;
  duplex: string | null;
  mac: string | null;
  istrunk: 0 | 1 | null;
  vlans: string;
  peercount: number;
  digest: string;
};

export const savePort = command((params: Params<Port>) =>
  build
    .insert(networkports)
    .values({
      networkdeviceid: params.networkdeviceid,
      number: params.number,
      name: params.name,
      alias: params.alias,
      description: params.description,
      type: params.type,
      isenabled: params.isenabled,
      state: params.state,
      speed: params.speed,
      duplex: params.duplex,
      mac: params.mac,
      istrunk: params.istrunk,
      vlans: params.vlans,
      peercount: params.peercount,
      digest: params.digest,
    })
    .returning({ portid: networkports.portid }),
);

export const deletePort = command((params: Params<{ portid: number }>) =>
  build.delete(networkports).where(eq(networkports.portid, params.portid)),
);

export const deletePortByNumber = command((params: Params<{ networkdeviceid: number; number: number }>) =>
  build
    .delete(networkports)
    .where(
      and(eq(networkports.networkdeviceid, params.networkdeviceid), eq(networkports.number, params.number)),
    ),
);

type Peer = {
  portid: number;
  mac: string | null;
  ipaddress: string | null;
  name: string | null;
  model: string | null;
  port: string | null;
};

export const savePeer = command((params: Params<Peer>) =>
  build.insert(networkpeers).values({
    portid: params.portid,
    mac: params.mac,
    ipaddress: params.ipaddress,
    name: params.name,
    model: params.model,
    port: params.port,
  }),
);

/** The members of the stack that a device consists of. */
export const membersOf = query((params: Params<{ networkdeviceid: number }>) =>
  build
    .select({
      stackmemberid: stackmembers.stackmemberid,
      serialnumber: stackmembers.serialnumber,
      model: stackmembers.model,
      name: stackmembers.name,
      firmware: stackmembers.firmware,
    })
    .from(stackmembers)
    .where(eq(stackmembers.networkdeviceid, params.networkdeviceid))
    .orderBy(stackmembers.stackmemberid),
);

export const deleteMember = command((params: Params<{ stackmemberid: number }>) =>
  build.delete(stackmembers).where(eq(stackmembers.stackmemberid, params.stackmemberid)),
);

type Member = {
  networkdeviceid: number;
  serialnumber: string;
  model: string | null;
  name: string | null;
  firmware: string | null;
};

export const saveMember = command((params: Params<Member>) =>
  build.insert(stackmembers).values({
    networkdeviceid: params.networkdeviceid,
    serialnumber: params.serialnumber,
    model: params.model,
    name: params.name,
    firmware: params.firmware,
  }),
);

export const portsOfDevice = query((params: Params<{ networkdeviceid: number }>) =>
  build
    .select({
      portid: networkports.portid,
      number: networkports.number,
      name: networkports.name,
      alias: networkports.alias,
      description: networkports.description,
      type: networkports.type,
      isenabled: networkports.isenabled,
      state: networkports.state,
      speed: networkports.speed,
      duplex: networkports.duplex,
      mac: networkports.mac,
      istrunk: networkports.istrunk,
      vlans: networkports.vlans,
      peercount: networkports.peercount,
    })
    .from(networkports)
    .where(eq(networkports.networkdeviceid, params.networkdeviceid))
    .orderBy(networkports.number),
);

/** Selects the ID of the active asset with this address; of several, the lowest one. */
const assetWithAddress = (commtype: 'mac' | 'ip', address: unknown) =>
  sql`(SELECT c.assetid FROM ${communications} c CROSS JOIN ${assets} a ON a.assetid = c.assetid AND a.isactive = 1
    WHERE c.address = ${address} AND c.commtype = ${sql.raw(`'${commtype}'`)} ORDER BY c.assetid LIMIT 1)`;

/**
 * Excludes names that peers with different MAC addresses share. Such a name is that of a model and identifies
 * no device.
 */
const isOwnName = sql`NOT EXISTS (SELECT 1 FROM ${networkpeers} o WHERE o.name = ${networkpeers.name} AND o.mac <> ${networkpeers.mac})`;

/**
 * The peers on the ports of a device, each with the active asset that has its MAC address, name or IP
 * address; null without one.
 */
export const peersOfDevice = query((params: Params<{ networkdeviceid: number }>) =>
  build
    .select({
      portid: networkpeers.portid,
      mac: networkpeers.mac,
      ipaddress: networkpeers.ipaddress,
      name: networkpeers.name,
      model: networkpeers.model,
      port: networkpeers.port,
      assetid: sql<number | null>`${assets.assetid}`.as('assetid'),
      assetnumber: sql<string | null>`${assets.assetnumber}`.as('assetnumber'),
    })
    .from(networkports)
    .innerJoin(networkpeers, eq(networkpeers.portid, networkports.portid))
    .leftJoin(
      assets,
      sql`${assets.assetid} = coalesce(${assetWithAddress('mac', networkpeers.mac)},
        (SELECT a.assetid FROM ${assets} a WHERE a.isactive = 1 AND a.name = ${networkpeers.name} AND ${isOwnName} ORDER BY a.assetid LIMIT 1),
        (SELECT d.assetid FROM ${networkdevices} d CROSS JOIN ${assets} a ON a.assetid = d.assetid AND a.isactive = 1 WHERE d.hostname = ${networkpeers.name} LIMIT 1),
        ${assetWithAddress('ip', networkpeers.ipaddress)})`,
    )
    .where(eq(networkports.networkdeviceid, params.networkdeviceid))
    .orderBy(networkpeers.peerid),
);

/**
 * The switch ports on which the MAC addresses of assets were seen, fewest peers first. The first port of an
 * asset is probably the one that it is connected to; the others are usually uplinks.
 */
export const portsOfAssets = query((params: Params<{ ids: string }>) =>
  build
    .select({
      assetid: communications.assetid,
      portname: sql<string>`${networkports.name}`.as('portname'),
      peercount: networkports.peercount,
      deviceassetid: sql<number>`${networkdevices.assetid}`.as('deviceassetid'),
      devicenumber: sql<string>`${assets.assetnumber}`.as('devicenumber'),
    })
    .from(communications)
    .innerJoin(networkpeers, eq(networkpeers.mac, communications.address))
    .innerJoin(networkports, eq(networkports.portid, networkpeers.portid))
    .innerJoin(networkdevices, eq(networkdevices.networkdeviceid, networkports.networkdeviceid))
    .innerJoin(assets, isActiveAssetOf(networkdevices.assetid))
    .where(
      sql`${communications.assetid} IN (SELECT value FROM json_each(${params.ids})) AND ${communications.commtype} = 'mac'`,
    )
    .orderBy(networkports.peercount, networkports.portid),
);
