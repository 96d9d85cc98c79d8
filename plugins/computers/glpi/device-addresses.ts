import type { InventoryContent } from './inventory-schema.ts';
import { usableIpAddresses, usableMacAddresses } from './network-addresses.ts';

/** A switch lists hundreds of port addresses: its own comes first, its ports' only where it has none. */
export function addressesOf(content: InventoryContent): { ipaddresses: string[]; macaddresses: string[] } {
  const { network_device: device, network_ports: ports = [], networks = [] } = content;
  const real = networks.filter((network) => !network.virtualdev);
  const own = [device?.mac, ...real.map((network) => network.mac ?? network.macaddr)];
  const macaddresses = usableMacAddresses(own);
  return {
    ipaddresses: usableIpAddresses([
      ...(device?.ips ?? []),
      ...real.flatMap((network) => [network.ipaddress, network.ipaddress6]),
    ]),
    macaddresses: macaddresses.length > 0 ? macaddresses : usableMacAddresses(ports.map((port) => port.mac)),
  };
}
