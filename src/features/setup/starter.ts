import type { WriteContext } from '../../kit/data/tx.ts';
import type { Host } from '../../kit/host.ts';
import { vendors } from '../catalog/tables.ts';
import { vendorNamed } from './queries.ts';

const VENDORS: [vendor: string, website: string][] = [
  ['Brother', 'https://www.brother.com'],
  ['Canon', 'https://www.canon.com'],
  ['Cisco', 'https://www.cisco.com'],
  ['Dell', 'https://www.dell.com'],
  ['Epson', 'https://www.epson.com'],
  ['Fanuc', 'https://www.fanuc.com'],
  ['Haas', 'https://www.haascnc.com'],
  ['Heidenhain', 'https://www.heidenhain.com'],
  ['Hexagon', 'https://hexagon.com'],
  ['HP', 'https://www.hp.com'],
  ['Kyocera', 'https://www.kyocera.com'],
  ['Lenovo', 'https://www.lenovo.com'],
  ['Mazak', 'https://www.mazak.com'],
  ['Mitutoyo', 'https://www.mitutoyo.com'],
  ['Okuma', 'https://www.okuma.com'],
  ['Siemens', 'https://www.siemens.com'],
  ['Zebra', 'https://www.zebra.com'],
  ['Zeiss', 'https://www.zeiss.com'],
];

/** Adds the missing starter vendors. Returns the number of added ones. */
export function seedStarterVendors(host: Host, context: WriteContext): number {
  return host.db.transact(context, 'platform.starter.seeded', (tx) => {
    const missing = VENDORS.filter(([vendor]) => !vendorNamed.get(tx, { vendor }));
    for (const [vendor, website] of missing) tx.insert(vendors, { vendor, website });
    tx.audit({ entitytype: 'setup', entityid: null, details: { vendors: missing.length } });
    return missing.length;
  }).value;
}
