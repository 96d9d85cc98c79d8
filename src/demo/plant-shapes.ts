import type { PlantComputer } from './plant-computer.ts';
import type { PlantKind } from './plant-makes.ts';
import type { PlantPlaces } from './plant-places.ts';

export interface PlantOptions {
  /** Number of assets, 200 to 100,000. */
  assets: number;
  seed: number;
  /** Date of the plant; boot times are before it. */
  asof?: Date;
}

export interface PlantAsset {
  kind: PlantKind;
  assetnumber: string;
  name: string;
  serialnumber: string;
  status: 'In use' | 'In stock' | 'In repair' | 'Retired';
  location: string;
  businessunit: string;
  vendor: string;
  modelnumber: string;
  notes?: string;
  gaugelabreference?: string;
  maintenancereference?: string;
  /** The host name of a printer or network device; undefined for other kinds. */
  hostname?: string;
  ipaddress?: string;
  macaddress?: string;
  computer?: PlantComputer;
  purchase?: PlantPurchase;
}

/** The purchase of an asset. Dates are calendar dates such as `2026-01-31`. */
export interface PlantPurchase {
  supplier: string;
  ordernumber: string;
  purchasedate: string;
  purchasecost: number;
  /** The end of the time for which the asset is used; undefined without a plan to replace it. */
  eoldate?: string;
}

export type PlantCounts = Readonly<Record<PlantKind, number>>;

/** Inputs for the generation of an asset. */
export interface PlantRecipe extends Required<PlantOptions> {
  places: PlantPlaces;
  counts: PlantCounts;
}
