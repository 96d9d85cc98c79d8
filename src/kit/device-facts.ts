import type { Reader } from './data/reader.ts';
import type { Tx } from './data/tx.ts';

/**
 * What an inventory says of a printer, switch, phone or other device beyond what every asset has. Whoever takes
 * inventories hands it on; the plugin that a kind of device belongs to keeps what it has a place for (`DeviceFactsStore`).
 */
export interface DeviceFacts {
  name: string;
  /** Absent where the name is words or an address. */
  hostname?: string;
  serialnumber?: string;
  manufacturer?: string;
  model?: string;
  firmware?: string;
  /** Where it stands, in the words of whoever set it up. */
  location?: string;
  ipaddresses: readonly string[];
  macaddresses: readonly string[];
  /** Pages that a printer ever printed. */
  pagecount?: number;
  /** Every counter of a printer by GLPI's name of it: `total`, `black`, `color`, `rectoverso`, `scanned` and the like. */
  pagecounters?: Readonly<Record<string, number>>;
  /** Toner, drums and the like; absent where it does not speak of them. */
  supplies?: readonly DeviceSupply[];
  /** Absent where it does not speak of them; at most 4,096. */
  ports?: readonly DevicePort[];
  /** The chassis of a stack, the first among them; absent where it does not say what it is made of. */
  stack?: readonly StackMember[];
  /** Found by a scan that looked for devices: it knows little about what it found. */
  isScan?: true;
}

export interface DeviceSupply {
  /** GLPI's name of it, such as `tonerblack`. */
  name: string;
  /** Percent left, 0 to 100, where the printer says it. */
  level?: number;
  /** As reported: a level, `OK`, `WARNING`, pages left. */
  text: string;
}

export interface StackMember {
  serialnumber: string;
  model?: string;
  name?: string;
  firmware?: string;
}

export interface DevicePort {
  /** The index of the interface, by which the device knows it. */
  number: number;
  name: string;
  /** What people wrote at it. */
  alias?: string;
  description?: string;
  /** IANA's number of the kind of interface: 6 is Ethernet, 24 the loopback, 53 a virtual one. */
  type?: number;
  /** Whether it is switched on. */
  isenabled?: boolean;
  state?: PortState;
  /** Bits per second; 0 where nothing is connected. */
  speed?: number;
  duplex?: 'half' | 'full';
  mac?: string;
  istrunk?: boolean;
  /** At most 256. */
  vlans: readonly { number: number; name?: string; istagged?: boolean }[];
  /** What is connected to it: what told of itself (LLDP, CDP), else the MAC addresses behind it; at most 32. */
  peers: readonly DevicePeer[];
  /** How many there were to tell of. */
  peercount: number;
}

export type PortState = 'up' | 'down' | 'testing' | 'unknown' | 'dormant' | 'notpresent' | 'lowerlayerdown';

export interface DevicePeer {
  mac?: string;
  ipaddress?: string;
  /** The name that it gives itself. */
  name?: string;
  model?: string;
  /** Its own port, in its words. */
  port?: string;
}

/** Keeps what inventories say of the devices of an asset type: `devices` of a plugin. */
export interface DeviceFactsStore {
  /** The type of the assets that it hears of. */
  assettype: string;
  /**
   * Runs in the transaction that took the inventory, once the asset, its vendor and model are written; its addresses follow. The
   * row that extends the asset may not be there yet: whoever needs it inserts it. Idempotent: the same facts twice
   * write nothing the second time, and what a fact is absent of stays.
   */
  saveFacts(tx: Tx, assetid: number, facts: DeviceFacts): SaveFactsResult | undefined;
  /** Finds the active devices with a host name in their record, with or without its domain; two show that it is shared. */
  findByName?(reader: Reader, name: string): NamedDevice[];
}

/** A device and the host name in its record, which a person may have entered. */
export interface NamedDevice {
  assetid: number;
  hostname: string | null;
}

export interface SaveFactsResult {
  /** What is left to be done of a large device, in later transactions: a piece of it; answers whether there is more. */
  rest?(tx: Tx): boolean;
  /** What it changed outside the journal, for the audit row; asked for once the rest is done. Undefined for nothing. */
  auditDetails(): Readonly<Record<string, unknown>> | undefined;
}
