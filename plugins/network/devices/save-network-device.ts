import { createHash } from 'node:crypto';
import type { RowOf } from '../../../src/kit/data/query.ts';
import type { Reader } from '../../../src/kit/data/reader.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import type {
  DeviceFacts,
  DevicePort,
  NamedDevice,
  SaveFactsResult,
  StackMember,
} from '../../../src/kit/device-facts.ts';
import { listHostNameForms } from '../../../src/kit/host-name.ts';
import { networkdevices } from '../tables.ts';
import {
  deleteMember,
  deletePort,
  deletePortByNumber,
  devicesOfHostName,
  digestsOf,
  membersOf,
  networkDeviceOfAsset,
  saveMember,
  savePeer,
  savePort,
} from './queries.ts';

/**
 * Maximum number of stored peers of one device. A core switch lists every address of the plant on many ports.
 */
const MAX_PEERS = 2000;
/** The IANA interface types of Ethernet. */
const ETHERNET = [6, 117];

/**
 * Saves the inventory of a network device: its firmware, its ports with their peers, and the members of its
 * stack. A network discovery fills only empty columns of the device. Ports are not in the journal, because
 * the next inventory restores them.
 */
export function saveNetworkDevice(tx: Tx, assetid: number, facts: DeviceFacts): SaveFactsResult | undefined {
  const existing = networkDeviceOfAsset.get(tx, { assetid });
  const networkdeviceid = existing?.networkdeviceid ?? tx.insert(networkdevices, { assetid });
  const columns = columnsOf(facts);
  const row = tx.row(networkdevices, networkdeviceid)!;
  const gaps = Object.entries(columns).filter(([name]) => row[name as keyof typeof row] === null);
  tx.update(networkdevices, networkdeviceid, facts.isScan ? Object.fromEntries(gaps) : columns);
  const work = facts.ports && portsWork(tx, networkdeviceid, facts.ports);
  const stack = facts.stack && syncMembers(tx, networkdeviceid, facts.stack);
  const auditDetails = () => {
    const ports = work && hasChanges(work.counts) ? work.counts : undefined;
    return ports || stack ? { ...(ports && { ports }), ...(stack && { stack }) } : undefined;
  };
  return { auditDetails, ...(work && { rest: work.next }) };
}

/**
 * Returns the active network devices with a host name, with or without its domain, at most two. See
 * `DeviceFactsStore`.
 */
export const findDevicesNamed = (reader: Reader, name: string): NamedDevice[] =>
  devicesOfHostName.all(reader, listHostNameForms(name));

function columnsOf({ hostname, firmware, location, ports, isScan }: DeviceFacts) {
  const wired = ports?.filter(({ type }) => type !== undefined && ETHERNET.includes(type)).length;
  return {
    ...(hostname && { hostname }),
    ...(firmware && { firmwareversion: firmware }),
    ...(location && { toldlocation: location }),
    ...(wired && { portcount: wired }),
    // Only a managed device reports its ports.
    ...(!isScan && ports && { ismanaged: 1 as const }),
  };
}

interface Counts {
  added: number;
  changed: number;
  removed: number;
}

const hasChanges = ({ added, changed: other, removed }: Counts): boolean => added + other + removed > 0;

/** Number of ports that are compared and written between two checks of the time slice. */
const SLICE_ROWS = 50;

/**
 * Returns the synchronization of the ports as work in pieces. Each report of a large switch contains
 * thousands of ports.
 */
function portsWork(tx: Tx, networkdeviceid: number, ports: readonly DevicePort[]) {
  const counts: Counts = { added: 0, changed: 0, removed: 0 };
  const present = new Map(digestsOf.all(tx, { networkdeviceid }).map((row) => [row.number, row]));
  const left = [...ports];
  const listGone = () => [...present.values()].slice(0, SLICE_ROWS);
  let room = MAX_PEERS;
  const next = (now: Tx): boolean => {
    if (left.length === 0)
      for (const row of listGone()) {
        deletePort.run(now, row);
        present.delete(row.number);
        counts.removed++;
      }
    for (const port of left.splice(0, SLICE_ROWS)) {
      const row = present.get(port.number);
      present.delete(port.number);
      const peers = port.peers.slice(0, Math.max(0, room));
      room -= peers.length;
      syncPort(now, { networkdeviceid, port: { ...port, peers }, row, counts });
    }
    return left.length > 0 || present.size > 0;
  };
  return { counts, next };
}

interface PortOf {
  networkdeviceid: number;
  port: DevicePort;
  row: RowOf<typeof digestsOf> | undefined;
  counts: Counts;
}

/** Writes a port and counts changes of the port itself. Changed peers are not counted. */
function syncPort(tx: Tx, { networkdeviceid, port, row, counts }: PortOf): void {
  const digest = digestOf(port);
  if (row?.digest === digest) return;
  const vlans = JSON.stringify(port.vlans);
  if (!row) counts.added++;
  else if (row.name !== port.name || row.alias !== (port.alias ?? null) || row.vlans !== vlans)
    counts.changed++;
  if (row) deletePort.run(tx, row);
  // Another report of the same device may have been processed between two pieces.
  deletePortByNumber.run(tx, { networkdeviceid, number: port.number });
  writePort(tx, networkdeviceid, port, vlans, digest);
}

function writePort(tx: Tx, networkdeviceid: number, port: DevicePort, vlans: string, digest: string): void {
  const bit = (value: boolean | undefined) => (value === undefined ? null : value ? 1 : 0);
  const { portid } = savePort.get(tx, {
    networkdeviceid,
    number: port.number,
    name: port.name,
    alias: port.alias ?? null,
    description: port.description ?? null,
    type: port.type ?? null,
    isenabled: bit(port.isenabled),
    state: port.state ?? null,
    speed: port.speed ?? null,
    duplex: port.duplex ?? null,
    mac: port.mac ?? null,
    istrunk: bit(port.istrunk),
    vlans,
    peercount: port.peercount,
    digest,
  })!;
  for (const { mac = null, ipaddress = null, name = null, model = null, port: far = null } of port.peers)
    savePeer.run(tx, { portid, mac, ipaddress, name, model, port: far });
}

function syncMembers(tx: Tx, networkdeviceid: number, members: readonly StackMember[]): number | undefined {
  const present = membersOf.all(tx, { networkdeviceid });
  const serialize = (one: {
    serialnumber: string;
    model?: string | null;
    name?: string | null;
    firmware?: string | null;
  }) => JSON.stringify([one.serialnumber, one.model ?? null, one.name ?? null, one.firmware ?? null]);
  if (present.map(serialize).join() === members.map(serialize).join()) return undefined;
  for (const { stackmemberid } of present) deleteMember.run(tx, { stackmemberid });
  for (const { serialnumber, model = null, name = null, firmware = null } of members)
    saveMember.run(tx, { networkdeviceid, serialnumber, model, name, firmware });
  return members.length;
}

const digestOf = (port: DevicePort): string =>
  createHash('sha256').update(JSON.stringify(port)).digest('base64url').slice(0, 22);
