import { createDemoAsset } from './plant-asset.ts';
import { PLANT_MODELS, type PlantKind, type PlantModel } from './plant-makes.ts';
import { type PlantPlaces, placesOf } from './plant-places.ts';
import { PLANT_SUPPLIERS } from './plant-purchases.ts';
import { type PlantRelationship, relationshipsOf } from './plant-relationships.ts';
import type { PlantAsset, PlantCounts, PlantOptions, PlantRecipe } from './plant-shapes.ts';

export interface Plant extends PlantPlaces {
  vendors: string[];
  models: readonly PlantModel[];
  counts: PlantCounts;
  /** Generates the assets lazily, one kind after the other. Each call starts from the first. */
  assets(): Generator<PlantAsset>;
  relationships(): Generator<PlantRelationship>;
}

const SHARES: readonly (readonly [PlantKind, number])[] = [
  ['Computer', 0.45],
  ['Measuring tool', 0.12],
  ['Printer', 0.06],
  ['Network device', 0.05],
  ['Phone', 0.04],
  ['USB device', 0.03],
  ['Printed part', 0.02],
  ['Other', 0.02],
];

/**
 * Generates a realistic plant as plain data. Assets and relationships are generated while they are read. The
 * same options always yield the same plant. Throws a RangeError unless `assets` is a whole number from 200 to
 * 100,000.
 */
export function generatePlant(options: PlantOptions): Plant {
  const { assets, seed, asof = new Date('2026-01-31T06:00:00.000Z') } = options;
  if (!Number.isInteger(assets) || assets < 200 || assets > 100_000) {
    throw new RangeError('A plant has 200 to 100000 assets.');
  }
  const recipe: PlantRecipe = {
    assets,
    seed,
    asof,
    places: placesOf(assets, seed),
    counts: countsOf(assets),
  };
  return {
    ...recipe.places,
    vendors: [...new Set([...PLANT_MODELS.map((model) => model.vendor), ...PLANT_SUPPLIERS])],
    models: PLANT_MODELS,
    counts: recipe.counts,
    assets: () => allAssets(recipe),
    relationships: () => relationshipsOf(recipe),
  };
}

/** Returns the number of assets per kind; machines get the remainder of the rounding. */
function countsOf(assets: number): PlantCounts {
  const shares = SHARES.map(([kind, share]) => [kind, Math.floor(assets * share)] as const);
  const machines = assets - shares.reduce((sum, [, count]) => sum + count, 0);
  return { ...Object.fromEntries(shares), Machine: machines } as PlantCounts;
}

function* allAssets(recipe: PlantRecipe): Generator<PlantAsset> {
  for (const [kind, count] of Object.entries(recipe.counts) as [PlantKind, number][]) {
    for (let index = 0; index < count; index++) yield createDemoAsset(recipe, kind, index);
  }
}
