import { models, operatingsystems, vendors } from '../../../src/features/catalog/tables.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import { findMergeTarget } from '../../../src/kit/resource/merged-names.ts';
import { AdditionBudget } from './additions.ts';
import { assetTypeByName, modelByNumber, operatingSystemByName, vendorByName } from './queries.ts';

/**
 * Creates a budget without a limit for additions to shared lists, such as vendors. It is for reporters with
 * a key of the site.
 */
export const createUnlimitedBudget = (): AdditionBudget => new AdditionBudget(undefined);

/**
 * Returns the ID of the vendor with this name, or of the one that it was merged into, and creates it if
 * needed. Returns undefined when the limit of additions is reached.
 */
export function ensureVendor(tx: Tx, vendor: string, additions: AdditionBudget): number | undefined {
  const existingId = vendorByName.get(tx, { vendor })?.vendorid ?? findMergeTarget(tx, 'vendors', [vendor]);
  return existingId ?? (additions.take(tx, 'vendor') ? tx.insert(vendors, { vendor }) : undefined);
}

interface NamedModel {
  modelnumber: string;
  vendorid: number | null;
  assettype: string;
}

/**
 * Returns the ID of the vendor's model with this number, or of the one that it was merged into, and creates
 * it if needed. Returns undefined when the limit of additions is reached.
 */
export function ensureModel(
  tx: Tx,
  { modelnumber, vendorid, assettype }: NamedModel,
  additions: AdditionBudget,
): number | undefined {
  const existingId =
    modelByNumber.get(tx, { modelnumber, vendorid: vendorid ?? 0 })?.modelnumberid ??
    findMergeTarget(tx, 'models', [modelnumber, vendorid]);
  if (existingId !== undefined) return existingId;
  const assettypeid = assetTypeByName.get(tx, { assettype })?.assettypeid ?? null;
  return additions.take(tx, 'model') ? tx.insert(models, { modelnumber, vendorid, assettypeid }) : undefined;
}

interface NamedSystem {
  osname: string;
  osversion: string | null;
}

/**
 * Returns the ID of the operating system with this name and version, or of the one that it was merged into.
 * Creates it if needed. Returns undefined when the limit of additions is reached.
 */
export function ensureOperatingSystem(
  tx: Tx,
  { osname, osversion }: NamedSystem,
  additions: AdditionBudget,
): number | undefined {
  const existingId =
    operatingSystemByName.get(tx, { osname, osversion: osversion ?? '' })?.osid ??
    findMergeTarget(tx, 'operatingsystems', [osname, osversion]);
  if (existingId !== undefined) return existingId;
  return additions.take(tx, 'operatingsystem')
    ? tx.insert(operatingsystems, { osname, osversion })
    : undefined;
}
