import { z } from 'zod';
import { cleanText, cutText } from '../../../src/kit/clean-text.ts';
import { hardwareLists, interfaceFacts } from './hardware-schema.ts';

const MAX_NAME = 255;
const MAX_ADDRESSES = 4096;
const MAX_PROGRAMS = 100_000;
const MAX_COMPONENTS = 20_000;

/** What printers count, in GLPI's words. */
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

const scalar = (limit: number) => z.union([z.string().max(limit), z.number()]).nullish();

/** A name or number as one clean line; too long is an error, never cut: records are matched by these. */
const text = scalar(MAX_NAME).transform((value) => (value == null ? undefined : cleanText(String(value))));
/** Descriptive text, cut to the limit: nothing is matched by it across reports. */
const cut = scalar(65_536).transform((value) =>
  value == null ? undefined : cutText(String(value), MAX_NAME),
);
const flag = z.union([z.boolean(), z.number(), z.string().max(10)]).nullish();
const isSet = flag.transform((value) => value === true || value === 1 || value === '1' || value === 'true');

/** XML has an empty string where a section is empty. */
const emptyToUndefined = (value: unknown) => (value === '' || value === null ? undefined : value);

const section = <T extends z.ZodRawShape>(shape: T) =>
  z.preprocess(emptyToUndefined, z.object(shape).optional());

/**
 * XML has the item itself where a list has one item. Undefined means that the agent did not report the list. Counted
 * before its items are looked at: millions of wrong items would each become an issue.
 */
const list = <T extends z.ZodType>(item: T, limit: number) =>
  z.preprocess((value) => {
    const given = emptyToUndefined(value);
    return given === undefined || Array.isArray(given) ? given : [given];
  }, z.array(z.unknown()).max(limit).pipe(z.array(item)).optional());

const network = z.object({
  ipaddress: text,
  ipaddress6: text,
  mac: text,
  macaddr: text,
  virtualdev: isSet,
  ...interfaceFacts,
});
/** By its MAC a device may be known; the rest of a port is read leniently, by `portsOf`. */
const port = z.looseObject({ mac: text });
/** Boards, fans and power supplies too: only what a stack is made of is looked at. */
const component = z.looseObject({});

/** Checked by hand: a record schema looks at a million keys before it counts them. */
const cartridge = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && Object.keys(value).length <= MAX_NAME,
  'Expected an object with at most 255 supplies',
);

const content = z.object({
  ...hardwareLists,
  versionclient: text,
  hardware: section({
    name: text,
    uuid: text,
    chassis_type: text,
    vmsystem: cut,
    memory: z.coerce.number().min(0).optional().catch(undefined),
    lastloggeduser: text,
    osname: text,
    osversion: text,
  }),
  bios: section({
    bversion: cut,
    bdate: cut,
    ssn: text,
    smanufacturer: text,
    smodel: text,
    mmanufacturer: text,
    mmodel: text,
  }),
  operatingsystem: section({
    name: text,
    full_name: text,
    version: text,
    kernel_version: text,
    boot_time: text,
    fqdn: text,
    timezone: section({ offset: text }),
  }),
  networks: list(network, MAX_ADDRESSES),
  users: list(z.object({ login: text }), MAX_ADDRESSES),
  softwares: list(
    z.object({ name: cut, version: cut, publisher: cut, install_date: cut, installdate: cut }),
    MAX_PROGRAMS,
  ),
  network_device: section({
    name: text,
    serial: text,
    manufacturer: text,
    model: text,
    firmware: text,
    location: cut,
    type: text,
    mac: text,
    ips: list(text, MAX_ADDRESSES),
  }),
  network_ports: list(port, MAX_ADDRESSES),
  network_components: list(component, MAX_COMPONENTS),
  cartridges: list(cartridge, MAX_NAME),
  pagecounters: section(Object.fromEntries(COUNTERS.map((name) => [name, text.catch(undefined)]))),
});

/** The part of an inventory that is read; the rest of GLPI's format passes by unread. */
export const inventoryMessage = z.object({
  deviceid: text,
  action: text.catch(undefined),
  itemtype: text,
  partial: isSet,
  content: z.preprocess(emptyToUndefined, content.optional()),
});

export type InventoryContent = z.infer<typeof content>;
