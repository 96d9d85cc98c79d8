import { cleanText, cutText } from '../../../src/kit/clean-text.ts';
import type { DevicePeer, DevicePort, PortState } from '../../../src/kit/device-facts.ts';
import { usableIpAddresses, usableMacAddresses } from './network-addresses.ts';

const MOST_VLANS = 256;
const MOST_PEERS = 32;
/** So many entries of one port are looked at: an uplink sees every address of the plant. */
const MOST_READ = 4096;
const MAX_NAME = 255;

/** As MIB-II numbers them from 1. */
const STATES: readonly PortState[] = [
  'up',
  'down',
  'testing',
  'unknown',
  'dormant',
  'notpresent',
  'lowerlayerdown',
];

type Given = Readonly<Record<string, unknown>>;

/** The ports of a device, by their numbers, each once. What is odd about one is left out: a port is matched by no text. */
export function portsOf(given: readonly Given[]): DevicePort[] {
  const ports = new Map<number, DevicePort>();
  for (const port of given) {
    const number = whole(port.ifnumber);
    if (number !== undefined) ports.set(number, portOf(number, port));
  }
  return [...ports.values()].sort((a, b) => a.number - b.number);
}

function portOf(number: number, port: Given): DevicePort {
  const description = words(port.ifdescr);
  const name = words(port.ifname) ?? description ?? String(number);
  const [mac] = usableMacAddresses([words(port.mac)]);
  const { peers, peercount } = peersOf(port.connections);
  const enabled = whole(port.ifinternalstatus);
  return {
    number,
    name,
    alias: words(port.ifalias),
    description: description === name ? undefined : description,
    type: whole(port.iftype),
    isenabled: enabled === undefined ? undefined : enabled === 1,
    state: STATES[(whole(port.ifstatus) ?? 0) - 1],
    speed: whole(port.ifspeed),
    duplex: ({ 2: 'half', 3: 'full' } as const)[whole(port.ifportduplex) ?? 0],
    mac,
    istrunk: port.trunk === undefined ? undefined : isTrue(port.trunk),
    vlans: vlansOf(port.vlans),
    peers,
    peercount,
  };
}

function vlansOf(given: unknown): DevicePort['vlans'] {
  const vlans = new Map<number, DevicePort['vlans'][number]>();
  for (const vlan of entries(given, 'vlan').slice(0, MOST_VLANS)) {
    const number = whole(vlan.number ?? vlan.id);
    if (number === undefined || number > 4095) continue;
    const istagged = vlan.tagged === undefined ? undefined : isTrue(vlan.tagged);
    vlans.set(number, { number, name: words(vlan.name), istagged });
  }
  return [...vlans.values()].sort((a, b) => a.number - b.number);
}

/** What told of itself is one peer; else each MAC address that was seen behind the port is. */
function peersOf(given: unknown): { peers: DevicePeer[]; peercount: number } {
  const peers = new Map<string, DevicePeer>();
  for (const connection of entries(given, 'connection')) {
    const told = peerOf(connection);
    const found = told ? [told] : macsIn(connection).map((mac) => ({ mac }));
    for (const peer of found) peers.set(JSON.stringify(peer), peer);
  }
  const sorted = [...peers].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, peer]) => peer);
  return { peers: sorted.slice(0, MOST_PEERS), peercount: sorted.length };
}

function peerOf(connection: Given): DevicePeer | undefined {
  const [ipaddress] = usableIpAddresses([words(connection.ip)]);
  const [first] = macsIn(connection);
  const mac = usableMacAddresses([words(connection.sysmac)])[0] ?? first;
  const name = words(connection.sysname);
  const port = words(connection.ifdescr) ?? words(connection.ifnumber);
  if (name === undefined && ipaddress === undefined && connection.sysmac === undefined) return undefined;
  const model = words(connection.model) ?? words(connection.sysdescr);
  return { mac, ipaddress, name, model, port };
}

const macsIn = ({ mac }: Given): string[] =>
  usableMacAddresses((Array.isArray(mac) ? mac.slice(0, MOST_READ) : [mac]).map(words));

/** XML has the entries one level further down, and an entry by itself where there is one. */
function entries(given: unknown, tag: string): Given[] {
  const inner = isObject(given) && tag in given ? given[tag] : given;
  const list = Array.isArray(inner) ? inner : [inner];
  return list.slice(0, MOST_READ).filter(isObject);
}

const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One clean line, cut where it is too long. */
export const words = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number'
    ? cutText(cleanText(String(value)) ?? '', MAX_NAME) || undefined
    : undefined;

function whole(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) && (number as number) >= 0 ? (number as number) : undefined;
}

const isTrue = (value: unknown): boolean =>
  value === true || value === 1 || value === '1' || value === 'true';
