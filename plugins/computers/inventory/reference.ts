import { models, operatingsystems, vendors } from '../../../src/features/catalog/tables.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import { mergedInto } from '../../../src/kit/resource/merged-names.ts';
import { modelNumbered, systemNamed, typeNamed, vendorNamed } from './queries.ts';

/** The vendor of this name, made when it is new. */
export function ensureVendor(tx: Tx, vendor: string): number {
  const known = vendorNamed.get(tx, { vendor })?.vendorid ?? mergedInto(tx, 'vendors', [vendor]);
  return known ?? tx.insert(vendors, { vendor });
}

/** The vendor's model of this number, made when it is new. */
export function ensureModel(tx: Tx, modelnumber: string, vendorid: number | null, assettype: string): number {
  const known =
    modelNumbered.get(tx, { modelnumber, vendorid: vendorid ?? 0 })?.modelnumberid ??
    mergedInto(tx, 'models', [modelnumber, vendorid]);
  const assettypeid = typeNamed.get(tx, { assettype })?.assettypeid ?? null;
  return known ?? tx.insert(models, { modelnumber, vendorid, assettypeid });
}

/** The operating system of this name and version, made when it is new. */
export function ensureOperatingSystem(tx: Tx, osname: string, osversion: string | null): number {
  const known =
    systemNamed.get(tx, { osname, osversion: osversion ?? '' })?.osid ??
    mergedInto(tx, 'operatingsystems', [osname, osversion]);
  return known ?? tx.insert(operatingsystems, { osname, osversion });
}
