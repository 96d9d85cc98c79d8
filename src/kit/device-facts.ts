import type { Reader } from './data/reader.ts';
import type { Tx } from './data/tx.ts';

/**
 * The data of an inventory about a printer, switch, phone or other device, beyond those of every asset. The
 * feature that receives inventories passes them on. The plugin of the kind of device stores the ones it
 * supports (`DeviceFactsStore`).
 */
export interface DeviceFacts {
  name: string;
  /** The host name of the device; absent when its name is prose or an address. */
  hostname?: string;
  serialnumber?: string;
  manufacturer?: string;
  model?: string;
  firmware?: string;
  /** The location as entered in the device. */
  location?: string;
  ipaddresses: readonly string[];
  macaddresses: readonly string[];
  /** The total number of pages that a printer has printed. */
  pagecount?: number;
  /**
   * All counters of a printer by their GLPI names: `total`, `black`, `color`, `rectoverso`, `scanned` and the
   * like.
   */
  pagecounters?: Readonly<Record<string, number>>;
  /** Toner, drums and the like; absent when the inventory does not contain them. */
  supplies?: readonly DeviceSupply[];
  /** The network ports, at most 4,096; absent when the inventory does not contain them. */
  ports?: readonly DevicePort[];
  /** The chassis of a stack, the first one included; absent when the inventory does not list them. */
  stack?: readonly StackMember[];
  /** True for a device that a network scan found: the scan returns few facts about it. */
  isScan?: true;
}

export interface DeviceSupply {
  /** The GLPI name, such as `tonerblack`. */
  name: string;
  /** Percent left, 0 to 100, if the printer reports it. */
  level?: number;
  /** The text as reported: a level, `OK`, `WARNING`, pages left. */
  text: string;
}

export interface StackMember {
  serialnumber: string;
  model?: string;
  name?: string;
  firmware?: string;
}

export interface DevicePort {
  /** The interface index, which identifies the port within the device. */
  number: number;
  name: string;
  /** The label that an operator configured for the port. */
  alias?: string;
  description?: string;
  /** The IANA number of the interface type: 6 is Ethernet, 24 loopback, 53 virtual. */
  type?: number;
  /** True when the port is administratively enabled. */
  isenabled?: boolean;
  state?: PortState;
  /** Bits per second; 0 when nothing is connected. */
  speed?: number;
  duplex?: 'half' | 'full';
  mac?: string;
  istrunk?: boolean;
  /** The VLANs of the port, at most 256. */
  vlans: readonly { number: number; name?: string; istagged?: boolean }[];
  /**
   * The connected devices: those that announce themselves (LLDP, CDP), else the MAC addresses behind the
   * port; at most 32.
   */
  peers: readonly DevicePeer[];
  /** The total number of connected devices. */
  peercount: number;
}

export type PortState = 'up' | 'down' | 'testing' | 'unknown' | 'dormant' | 'notpresent' | 'lowerlayerdown';

export interface DevicePeer {
  mac?: string;
  ipaddress?: string;
  /** The name that the device announces. */
  name?: string;
  model?: string;
  /** The name of its own port, as the device announces it. */
  port?: string;
}

/** Stores inventory data of the devices of an asset type; `devices` of a plugin. */
export interface DeviceFactsStore {
  /** The asset type of the devices. */
  assettype: string;
  /**
   * Runs in the transaction of the inventory, after the asset, its vendor and model are written; its
   * addresses follow. The row that extends the asset may not exist yet, so the plugin inserts it if needed.
   * Idempotent: the same facts write nothing the second time. Absent facts leave the stored values unchanged.
   */
  saveFacts(tx: Tx, assetid: number, facts: DeviceFacts): SaveFactsResult | undefined;
  /**
   * Finds the active devices with a host name in their record, with or without its domain. Two results show
   * that devices share the host name.
   */
  findByName?(reader: Reader, name: string): NamedDevice[];
}

/** A device and the host name in its record, which a user may have entered. */
export interface NamedDevice {
  assetid: number;
  hostname: string | null;
}

export interface SaveFactsResult {
  /**
   * Continues a large device in later transactions. Each call does one step and reports whether there is
   * more.
   */
  rest?(tx: Tx): boolean;
  /**
   * Returns the changes outside the journal, for the audit row; undefined for none. Called after the last
   * step.
   */
  auditDetails(): Readonly<Record<string, unknown>> | undefined;
}
