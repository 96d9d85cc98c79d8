import { assetNumberOf } from './asset-numbers.ts';
import { addressOf, createDemoComputer, macOf } from './plant-computer.ts';
import { modelsOf, type PlantKind, type PlantModel } from './plant-makes.ts';
import { createDemoPurchase } from './plant-purchases.ts';
import { countControllers } from './plant-relationships.ts';
import type { PlantAsset, PlantRecipe } from './plant-shapes.ts';
import { createRandom, type Random } from './random.ts';

const STATUSES = [
  ['In use', 86],
  ['In stock', 7],
  ['In repair', 4],
  ['Retired', 3],
] as const;

const NOTES = [
  'Moved here when the line was rebuilt.',
  'Key is with the shift leader.',
  'Spare parts only on order.',
  'Replacement is planned for next year.',
];

/** Generates the asset with this index of a kind, without generating those before it. */
export function createDemoAsset(recipe: PlantRecipe, kind: PlantKind, index: number): PlantAsset {
  const random = createRandom(recipe.seed, kind, index);
  const role = kind === 'Computer' ? roleOf(recipe, random, index) : undefined;
  const model = random.pick(modelsOf(kind, role));
  const computer = role && createDemoComputer(random, index, role, recipe.asof);
  return {
    kind,
    assetnumber: assetNumberOf(kind, index),
    name: computer ? computer.hostname : `${model.description} ${index + 1}`,
    serialnumber: serialOf(random, index),
    status: random.weighted(STATUSES),
    location: locationOf(recipe, kind, index, role),
    businessunit: random.pick(recipe.places.units).businessunit,
    vendor: model.vendor,
    modelnumber: model.modelnumber,
    notes: random.chance(0.05) ? random.pick(NOTES) : undefined,
    ...referencesOf(kind, index),
    ...networkOf(kind, index),
    computer,
    purchase: createDemoPurchase(recipe, kind, index),
  };
}

/**
 * Returns the role of a computer. The first ones control machines. The others get a random role: most are
 * for users, and a few are servers.
 */
function roleOf(recipe: PlantRecipe, random: Random, index: number): NonNullable<PlantModel['role']> {
  if (index < countControllers(recipe.counts)) return 'shopfloor';
  return random.weighted([
    ['office', 55],
    ['laptop', 40],
    ['server', 5],
  ]);
}

/** Returns the location of an asset. A computer that controls a machine has the location of the machine. */
function locationOf(recipe: PlantRecipe, kind: PlantKind, index: number, role: PlantModel['role']): string {
  const { cells, offices } = recipe.places;
  const atMachine = role === 'shopfloor';
  const random = createRandom(recipe.seed, 'place', atMachine ? 'Machine' : kind, index);
  const inOffice =
    kind === 'Phone' || (role !== undefined && !atMachine) || (kind === 'Printer' && random.chance(0.6));
  return random.pick(inOffice ? offices : cells);
}

const SERIAL_DIGITS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

function serialOf(random: Random, index: number): string {
  const lead = Array.from({ length: 5 }, () => SERIAL_DIGITS[random.whole(0, 31)]).join('');
  return `${lead}${(index + 46_656).toString(36).toUpperCase()}`;
}

function referencesOf(
  kind: PlantKind,
  index: number,
): Pick<PlantAsset, 'gaugelabreference' | 'maintenancereference'> {
  const number = String(index + 1).padStart(6, '0');
  if (kind === 'Measuring tool') return { gaugelabreference: `GL-${number}` };
  if (kind === 'Machine') return { maintenancereference: `EQ-${number}` };
  return {};
}

function networkOf(
  kind: PlantKind,
  index: number,
): Pick<PlantAsset, 'hostname' | 'ipaddress' | 'macaddress'> {
  if (kind !== 'Printer' && kind !== 'Network device') return {};
  const isPrinter = kind === 'Printer';
  return {
    hostname: `${isPrinter ? 'PRN' : 'SW'}${String(index + 1).padStart(5, '0')}`,
    ipaddress: addressOf(isPrinter ? 30 : 31, index),
    macaddress: macOf(isPrinter ? 2 : 3, index),
  };
}
