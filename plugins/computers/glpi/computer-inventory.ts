import type { IgnoredFields } from '../../../src/kit/ignored-fields.ts';
import { dropPlaceholder } from '../../../src/kit/placeholder-values.ts';
import type { Hardware } from '../hardware/schema.ts';
import { filterRealAdapters, ipAddressesOf, macAddressesOf } from './adapters.ts';
import { parseBootTime } from './boot-time.ts';
import { hardwareOf } from './hardware.ts';
import { dedupeApps, type ReportedApp } from './installed-apps.ts';
import { InventoryError } from './inventory-error.ts';
import type { InventoryContent } from './inventory-schema.ts';

/** What one computer reports. A list that is undefined was not reported: it says nothing about what is there. */
export interface ComputerInventory {
  kind: 'computer';
  /** Short name, in the letter case of the agent. */
  /** The reported host name, with its domain if it has one. */
  hostname: string;
  serialnumber?: string;
  manufacturer?: string;
  model?: string;
  osname?: string;
  osversion?: string;
  loggedinuser?: string;
  /** UTC, ISO 8601 with milliseconds. */
  lastboottime?: string;
  ipaddresses?: string[];
  macaddresses?: string[];
  hardware?: Hardware;
  uuid?: string;
  /** The hypervisor or the container runtime. */
  vmsystem?: string;
  installedapps?: ReportedApp[];
  agentversion?: string;
  /** The agent says that it left categories out. */
  partial: boolean;
  /** Found by a scan of the network, not told by the computer itself. */
  isScan?: true;
  /** The inventory has no readable name: `hostname` is derived, and the name of a registered computer stays. */
  isUnnamed?: true;
  /** Values that were converted, cut or left out. */
  ignored?: IgnoredFields;
}

/** `deviceid` is the agent's own id, which begins with the host name. Throws InventoryError without any identifier. */
export function normalizeComputer(
  content: InventoryContent,
  partial: boolean,
  deviceid: string,
): ComputerInventory {
  const { hardware, bios, operatingsystem } = content;
  const serialnumber = dropPlaceholder(bios?.ssn);
  const uuid = dropPlaceholder(hardware?.uuid);
  const addresses = addressesOf(content);
  const name = hardware?.name ?? operatingsystem?.fqdn;
  const identifier = serialnumber ?? uuid ?? addresses.macaddresses?.[0];
  if (name === undefined && identifier === undefined) throw unidentified();
  return {
    kind: 'computer',
    hostname: name ?? nameInDeviceId(deviceid) ?? identifier!,
    ...(name === undefined && { isUnnamed: true as const }),
    serialnumber,
    manufacturer: dropPlaceholder(bios?.smanufacturer) ?? dropPlaceholder(bios?.mmanufacturer),
    model: dropPlaceholder(bios?.smodel) ?? dropPlaceholder(bios?.mmodel),
    ...operatingSystemOf(content),
    loggedinuser: loggedInUser(content, partial),
    lastboottime: parseBootTime(operatingsystem?.boot_time, operatingsystem?.timezone?.offset),
    ...addresses,
    hardware: hardwareOf(content, partial),
    uuid,
    vmsystem: hardware?.vmsystem,
    installedapps: appsOf(content),
    agentversion: content.versionclient,
    partial,
  };
}

/** Agents write the host name and the moment of their installation: `PC01-2026-01-31-08-00-00`. */
const nameInDeviceId = (deviceid: string): string | undefined =>
  /^(.+)-\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d$/.exec(deviceid)?.[1];

function unidentified(): InventoryError {
  const issue = { path: 'content.hardware.name', message: 'Required' };
  return new InventoryError(
    'The inventory does not name its computer: it has no host name, serial number, UUID or MAC address that can be read.',
    'invalid',
    [issue],
  );
}

/** The full name says the edition (Windows 11 Pro); the short one is better where the full repeats the version. */
function operatingSystemOf({ operatingsystem, hardware }: InventoryContent): {
  osname?: string;
  osversion?: string;
} {
  const osversion = operatingsystem?.version ?? operatingsystem?.kernel_version ?? hardware?.osversion;
  const full = operatingsystem?.full_name;
  const repeats = full !== undefined && osversion !== undefined && full.includes(osversion);
  const osname =
    (repeats ? operatingsystem?.name : undefined) ?? full ?? operatingsystem?.name ?? hardware?.osname;
  return { osname, osversion };
}

/**
 * Sessions are listed in no telling order: the last person to log in counts while still there. A partial inventory
 * names that person even when it has left the sessions out, and then says nothing about who is there.
 */
function loggedInUser({ users, hardware }: InventoryContent, partial: boolean): string | undefined {
  if (users === undefined && partial) return undefined;
  const present = users?.map((user) => user.login).filter((login) => login !== undefined) ?? [];
  // Of an empty log `last` prints only "wtmp begins", and agents take that for a name; root is nobody's name.
  const named = hardware?.lastloggeduser;
  const last = named === 'wtmp' || named === 'root' ? undefined : named;
  if (last !== undefined && present.includes(last)) return last;
  return present.find((login) => login !== 'root') ?? last ?? present[0];
}

function addressesOf({ networks }: InventoryContent): { ipaddresses?: string[]; macaddresses?: string[] } {
  const real = networks && filterRealAdapters(networks);
  return { ipaddresses: real && ipAddressesOf(real), macaddresses: real && macAddressesOf(real) };
}

/** Entries without a name are update remnants of the Windows registry. */
function appsOf({ softwares }: InventoryContent): ReportedApp[] | undefined {
  return (
    softwares &&
    dedupeApps(
      softwares.flatMap(({ name, version, publisher, install_date, installdate }) =>
        name ? [{ name, version, publisher, installdate: dayOf(install_date ?? installdate) }] : [],
      ),
    )
  );
}

/** Agents write the day in the order of their country, or as Windows has it (20260131): what is no plain day is left out. */
function dayOf(text: string | undefined): string | undefined {
  const day = text?.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3').slice(0, 10);
  if (!day || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  return Number.isNaN(Date.parse(day)) ? undefined : day;
}
