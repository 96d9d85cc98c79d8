import { cutText } from '../../../src/kit/clean-text.ts';
import { toBoolean, toIdentifier, toScalar, toText, toWholeNumber, type ValueReader } from './lenient.ts';
import { readObject, toAddresses, toListOf, toSection } from './lenient-objects.ts';
import { isIpAddress, isMacAddress } from './network-addresses.ts';

const MAX_PORTS = 4096;
const MAX_COMPONENTS = 20_000;
const MAX_SUPPLIES = 255;
const MAX_VLANS = 256;
/** Maximum connections of one port that are read. An uplink may see every address of the site. */
const MAX_CONNECTIONS = 4096;

/** Page counters of printers, by their GLPI names. */
const COUNTERS = [
  'total',
  'black',
  'color',
  'rectoverso',
  'scanned',
  'printtotal',
  'printblack',
  'printcolor',
  'copytotal',
  'copyblack',
  'copyblack_a3',
  'copycolor',
  'copycolor_a3',
  'faxtotal',
  'duplex',
] as const;

const IP = { isAddress: isIpAddress, separators: /[\s,;]+/ };
const MAC = { isAddress: isMacAddress, separators: /[,;]+/ };
export const ips = toAddresses(IP);
export const macs = toAddresses(MAC);

const connection = toSection({
  ip: toAddresses({ ...IP, isList: true }),
  mac: toAddresses({ ...MAC, isList: true }),
  sysmac: macs,
  sysname: toText,
  sysdescr: toText,
  model: toText,
  ifdescr: toText,
  ifnumber: toText,
});

const port = toSection({
  ifnumber: toWholeNumber,
  ifname: toText,
  ifdescr: toText,
  ifalias: toText,
  iftype: toWholeNumber,
  ifinternalstatus: toWholeNumber,
  ifstatus: toWholeNumber,
  ifspeed: toWholeNumber,
  ifportduplex: toWholeNumber,
  mac: macs,
  trunk: toBoolean,
  vlans: toListOf(
    toSection({ number: toWholeNumber, id: toWholeNumber, name: toText, tagged: toBoolean }),
    MAX_VLANS,
    'vlan',
  ),
  connections: toListOf(connection, MAX_CONNECTIONS, 'connection'),
});
export type ReportedPort = NonNullable<ReturnType<typeof port>>;
export type ReportedConnection = NonNullable<ReturnType<typeof connection>>;

/** Reads a page counter of at most twelve digits. */
const pages: ValueReader<number | undefined> = (value, field, ignored) => {
  const raw = toScalar(value, field, ignored)?.trim();
  if (!raw) return undefined;
  if (/^\d{1,12}$/.test(raw)) return Number(raw);
  ignored.add(field);
  return undefined;
};

/**
 * Reads the supplies of an object. The keys of the object are the names, and its values are the levels as the
 * printer reports them.
 */
const supplies: ValueReader<[name: string, text: string][] | undefined> = (value, field, ignored) => {
  const entries = Object.entries(readObject(value, field, ignored) ?? {});
  if (entries.length > MAX_SUPPLIES) ignored.add(field, entries.length - MAX_SUPPLIES);
  const read = entries.slice(0, MAX_SUPPLIES).flatMap(([key, content]): [string, string][] => {
    const name = cutText(key, 64);
    const level = name && toText(content, `${field}.${name}`, ignored)?.slice(0, 64);
    return name && level ? [[name, level]] : [];
  });
  return read.length > 0 ? read : undefined;
};

/** Fields of an inventory that describe a printer, a switch or another device. */
export const deviceFields = {
  network_device: toSection({
    name: toIdentifier,
    serial: toIdentifier,
    manufacturer: toText,
    model: toText,
    firmware: toText,
    location: toText,
    type: toText,
    mac: macs,
    ips: toAddresses({ ...IP, isList: true }),
  }),
  network_ports: toListOf(port, MAX_PORTS, 'port'),
  // The list also contains boards, fans and power supplies. Only the members of a stack are read.
  network_components: toListOf(
    toSection({ type: toText, serial: toIdentifier, model: toText, name: toText, firmware: toText }),
    MAX_COMPONENTS,
    'component',
  ),
  cartridges: toListOf(supplies, MAX_SUPPLIES),
  pagecounters: toSection(
    Object.fromEntries(COUNTERS.map((name) => [name, pages])) as Record<
      (typeof COUNTERS)[number],
      ValueReader<number | undefined>
    >,
  ),
};
