import type { Tx } from '../../../src/kit/data/tx.ts';

/** The vendor of this name, made when it is new. */
export function ensureVendor(tx: Tx, vendor: string): number {
  return (
    tx.value<number>('SELECT vendorid FROM vendors WHERE vendor = ?', vendor) ??
    tx.insert('vendors', { vendor })
  );
}

/** The vendor's model of this number, made when it is new. */
export function ensureModel(tx: Tx, modelnumber: string, vendorid: number | null, assettype: string): number {
  const known = tx.value<number>(
    'SELECT modelnumberid FROM models WHERE modelnumber = ? AND coalesce(vendorid, 0) = ?',
    modelnumber,
    vendorid ?? 0,
  );
  const assettypeid =
    tx.value<number>('SELECT assettypeid FROM assettypes WHERE assettype = ?', assettype) ?? null;
  return known ?? tx.insert('models', { modelnumber, vendorid, assettypeid });
}

/** The operating system of this name and version, made when it is new. */
export function ensureOperatingSystem(tx: Tx, osname: string, osversion: string | null): number {
  const known = tx.value<number>(
    "SELECT osid FROM operatingsystems WHERE osname = ? AND coalesce(osversion, '') = ?",
    osname,
    osversion ?? '',
  );
  return known ?? tx.insert('operatingsystems', { osname, osversion });
}
