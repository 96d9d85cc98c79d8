import type { PlantKind } from './plant-makes.ts';
import type { PlantPurchase, PlantRecipe } from './plant-shapes.ts';
import { createRandom } from './random.ts';

/** Dealers that sold the assets. They are vendors of the plant without models of their own. */
export const PLANT_SUPPLIERS = ['Harbor Industrial Supply', 'Northgate Trading', 'Fielding Tool Company'];

/** Costs in whole units of the currency, and the years until an asset is replaced; 0: as long as it works. */
const PRICES: Readonly<Record<PlantKind, readonly [low: number, high: number, years: number]>> = {
  Computer: [650, 2_400, 6],
  Machine: [18_000, 320_000, 0],
  Printer: [280, 3_900, 8],
  'Network device': [190, 4_200, 9],
  'Measuring tool': [90, 3_600, 0],
  Phone: [120, 780, 5],
  'USB device': [12, 95, 4],
  'Printed part': [2, 60, 0],
  Other: [80, 2_500, 0],
};
const MAX_AGE_DAYS = 3_000;
const DAYS_PER_YEAR = 365.25;

/** Generates the purchase of the asset with this index of a kind. Some old assets have no record of it. */
export function createDemoPurchase(
  { seed, asof }: PlantRecipe,
  kind: PlantKind,
  index: number,
): PlantPurchase | undefined {
  const random = createRandom(seed, 'purchase', kind, index);
  if (random.chance(0.08)) return undefined;
  const [low, high, years] = PRICES[kind];
  const life = Math.round(years * DAYS_PER_YEAR);
  // Some assets may be in use for half a year longer than planned.
  const age = random.whole(20, life === 0 ? MAX_AGE_DAYS : life + (random.chance(0.3) ? 180 : -10));
  return {
    supplier: random.pick(PLANT_SUPPLIERS),
    ordernumber: `PO-${random.whole(10_000, 99_999)}`,
    purchasedate: toDay(asof, -age),
    purchasecost: random.whole(low * 100, high * 100) / 100,
    eoldate: life === 0 ? undefined : toDay(asof, life - age),
  };
}

/** Returns the date this number of days after another one. */
const toDay = (from: Date, days: number): string =>
  new Date(from.getTime() + days * 86_400_000).toISOString().slice(0, 10);
