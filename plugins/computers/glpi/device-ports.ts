import type { DevicePeer, DevicePort, PortState } from '../../../src/kit/device-facts.ts';
import type { ReportedConnection, ReportedPort } from './device-schema.ts';
import { filterUsableIpAddresses, filterUsableMacAddresses } from './network-addresses.ts';

const MAX_PEERS = 32;

/** Port states in the numbering of MIB-II, which starts at 1. */
const STATES: readonly PortState[] = [
  'up',
  'down',
  'testing',
  'unknown',
  'dormant',
  'notpresent',
  'lowerlayerdown',
];

/**
 * Returns the ports of a device in the order of their numbers, each once. Ports without a number are left
 * out.
 */
export function portsOf(reportedPorts: readonly ReportedPort[]): DevicePort[] {
  const ports = new Map<number, DevicePort>();
  for (const port of reportedPorts)
    if (port.ifnumber !== undefined) ports.set(port.ifnumber, portOf(port.ifnumber, port));
  return [...ports.values()].sort((a, b) => a.number - b.number);
}

function portOf(number: number, port: ReportedPort): DevicePort {
  const { ifdescr: description, ifinternalstatus: enabled } = port;
  const name = port.ifname ?? description ?? String(number);
  const [mac] = filterUsableMacAddresses(port.mac ?? []);
  const { peers, peercount } = peersOf(port.connections ?? []);
  return {
    number,
    name,
    alias: port.ifalias,
    description: description === name ? undefined : description,
    type: port.iftype,
    isenabled: enabled === undefined ? undefined : enabled === 1,
    state: STATES[(port.ifstatus ?? 0) - 1],
    speed: port.ifspeed,
    duplex: ({ 2: 'half', 3: 'full' } as const)[port.ifportduplex ?? 0],
    mac,
    istrunk: port.trunk,
    vlans: vlansOf(port.vlans ?? []),
    peers,
    peercount,
  };
}

function vlansOf(reportedVlans: NonNullable<ReportedPort['vlans']>): DevicePort['vlans'] {
  const vlans = new Map<number, DevicePort['vlans'][number]>();
  for (const { id, number = id, name, tagged: istagged } of reportedVlans)
    if (number !== undefined && number <= 4095) vlans.set(number, { number, name, istagged });
  return [...vlans.values()].sort((a, b) => a.number - b.number);
}

/**
 * Returns the neighbors of a port, at most 32, with the count of all. A connection that describes itself is
 * one neighbor. Otherwise, each MAC address seen behind the port is one.
 */
function peersOf(connections: readonly ReportedConnection[]): { peers: DevicePeer[]; peercount: number } {
  const peers = new Map<string, DevicePeer>();
  for (const connection of connections) {
    const namedPeer = peerOf(connection);
    const found = namedPeer
      ? [namedPeer]
      : filterUsableMacAddresses(connection.mac ?? []).map((mac) => ({ mac }));
    for (const peer of found) peers.set(JSON.stringify(peer), peer);
  }
  const sorted = [...peers].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, peer]) => peer);
  return { peers: sorted.slice(0, MAX_PEERS), peercount: sorted.length };
}

function peerOf(connection: ReportedConnection): DevicePeer | undefined {
  const [ipaddress] = filterUsableIpAddresses(connection.ip ?? []);
  const [mac] = filterUsableMacAddresses([...(connection.sysmac ?? []), ...(connection.mac ?? [])]);
  const { sysname: name, ifdescr, ifnumber, model, sysdescr, sysmac } = connection;
  if (name === undefined && ipaddress === undefined && sysmac === undefined) return undefined;
  return { mac, ipaddress, name, model: model ?? sysdescr, port: ifdescr ?? ifnumber };
}
