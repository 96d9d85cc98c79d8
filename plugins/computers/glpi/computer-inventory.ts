import type { IgnoredFields } from '../../../src/kit/ignored-fields.ts';
import { dropPlaceholder } from '../../../src/kit/placeholder-values.ts';
import type { Hardware } from '../hardware/schema.ts';
import { filterRealAdapters, ipAddressesOf, macAddressesOf } from './adapters.ts';
import { parseBootTime } from './boot-time.ts';
import { hardwareOf } from './hardware.ts';
import { dedupeApps, type ReportedApp } from './installed-apps.ts';
import { InventoryError } from './inventory-error.ts';
import type { InventoryContent } from './inventory-schema.ts';

/** Report of one computer. An undefined list was not reported, so it says nothing about the computer. */
export interface ComputerInventory {
  kind: 'computer';
  /** The reported host name, with its domain if it has one, in the case that the agent uses. */
  hostname: string;
  serialnumber?: string;
  manufacturer?: string;
  model?: string;
  osname?: string;
  osversion?: string;
  loggedinuser?: string;
  /** Start time in UTC, ISO 8601 with milliseconds. */
  lastboottime?: string;
  ipaddresses?: string[];
  macaddresses?: string[];
  hardware?: Hardware;
  uuid?: string;
  /**
   * Hypervisor or container system in the terms of the agent, such as VMware or lxc; Physical for a physical
   * computer.
   */
  vmsystem?: string;
  installedapps?: ReportedApp[];
  agentversion?: string;
  /** True when the agent states that it left categories of the inventory out, and for every network scan. */
  partial: boolean;
  /** True for a network scan. The computer did not report this itself. */
  isScan?: true;
  /**
   * True when the inventory has no readable name. `hostname` is then derived, and a registered computer keeps
   * its name.
   */
  isUnnamed?: true;
  /** Number of values that were converted, cut or left out, by field. Absent without such values. */
  ignored?: IgnoredFields;
}

/**
 * Converts an inventory to a computer report. `deviceid` is the agent's own ID, which starts with the host
 * name and is used when the content has no name. Throws InventoryError when the content has no name, serial
 * number, UUID or MAC address.
 */
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
  if (name === undefined && identifier === undefined) throw missingNameError();
  return {
    kind: 'computer',
    hostname: name ?? nameInDeviceId(deviceid) ?? identifier!,
    ...(name === undefined && { isUnnamed: true as const }),
    serialnumber,
    manufacturer: dropPlaceholder(bios?.smanufacturer) ?? dropPlaceholder(bios?.mmanufacturer),
    model: dropPlaceholder(bios?.smodel) ?? dropPlaceholder(bios?.mmodel),
    ...operatingSystemOf(content),
    loggedinuser: readLoggedInUser(content, partial),
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

/**
 * Extracts the host name from the ID of an agent, which ends with its time of installation:
 * `PC01-2026-01-31-08-00-00`.
 */
const nameInDeviceId = (deviceid: string): string | undefined =>
  /^(.+)-\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d$/.exec(deviceid)?.[1];

function missingNameError(): InventoryError {
  const issue = { path: 'content.hardware.name', message: 'Required' };
  return new InventoryError(
    'The inventory does not identify its computer: it has no readable host name, serial number, UUID or MAC address.',
    'invalid',
    [issue],
  );
}

/**
 * Returns the name and version of the operating system. The full name contains the edition (Windows 11 Pro).
 * The short name is used when the full one repeats the version.
 */
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
 * Returns the signed-in user: the last user who signed in if still present, otherwise the first present user
 * other than `root`. Without one, returns the last user even if absent, or else `root`. A partial inventory
 * without sessions says nothing about the present user, even if it names the last one.
 */
function readLoggedInUser({ users, hardware }: InventoryContent, partial: boolean): string | undefined {
  if (users === undefined && partial) return undefined;
  const present = users?.map((user) => user.login).filter((login) => login !== undefined) ?? [];
  // For an empty log, `last` prints only "wtmp begins", and agents take `wtmp` for a name. `root` is not a
  // person.
  const named = hardware?.lastloggeduser;
  const last = named === 'wtmp' || named === 'root' ? undefined : named;
  if (last !== undefined && present.includes(last)) return last;
  return present.find((login) => login !== 'root') ?? last ?? present[0];
}

function addressesOf({ networks }: InventoryContent): { ipaddresses?: string[]; macaddresses?: string[] } {
  const real = networks && filterRealAdapters(networks);
  return { ipaddresses: real && ipAddressesOf(real), macaddresses: real && macAddressesOf(real) };
}

/**
 * Returns the programs. Entries without a name are remnants of updates in the Windows registry, and are left
 * out.
 */
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

/**
 * Returns an ISO date, also for the form of Windows (20260131). Returns undefined for any other text, because
 * agents also write dates in the order of their country.
 */
function dayOf(text: string | undefined): string | undefined {
  const day = text?.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3').slice(0, 10);
  if (!day || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  return Number.isNaN(Date.parse(day)) ? undefined : day;
}
