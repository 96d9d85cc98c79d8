import type { InventoryContent } from './inventory-schema.ts';
import { filterUsableIpAddresses, filterUsableMacAddresses } from './network-addresses.ts';

export type ReportedAdapter = NonNullable<InventoryContent['networks']>[number];

/** Returns the usable IP addresses of some adapters, each once. */
export const ipAddressesOf = (adapters: readonly ReportedAdapter[]): string[] =>
  filterUsableIpAddresses(
    adapters.flatMap(({ ipaddress = [], ipaddress6 = [] }) => [...ipaddress, ...ipaddress6]),
  );

/** Returns the usable MAC addresses of some adapters, each once. */
export const macAddressesOf = (adapters: readonly ReportedAdapter[]): string[] =>
  filterUsableMacAddresses(adapters.flatMap(({ mac, macaddr }) => mac ?? macaddr ?? []));

const hasAddress = (adapter: ReportedAdapter): boolean =>
  ipAddressesOf([adapter]).length + macAddressesOf([adapter]).length > 0;

/**
 * Returns the adapters that are not virtual. Some agents flag every adapter as virtual. If all adapters with
 * an address are flagged, the flag distinguishes nothing and all of them count. Loopback adapters never have
 * a usable address.
 */
export function filterRealAdapters(adapters: readonly ReportedAdapter[]): readonly ReportedAdapter[] {
  const unflagged = adapters.filter(({ virtualdev }) => !virtualdev);
  if (unflagged.some(hasAddress)) return unflagged;
  const addressed = adapters.filter(hasAddress);
  return addressed.length > 0 ? addressed : unflagged;
}
