import { createRandom } from './random.ts';

export interface PlantLocation {
  location: string;
  description: string;
  /** Name of the parent location; undefined for a building. */
  parent?: string;
}

export interface PlantUnit {
  businessunit: string;
  code: string;
}

export interface PlantPlaces {
  locations: PlantLocation[];
  /** Innermost locations, which contain the machines. */
  cells: string[];
  /** Offices, one for each hall. */
  offices: string[];
  units: PlantUnit[];
}

const BUILDINGS = [
  'Press shop',
  'Body shop',
  'Paint shop',
  'Machining',
  'Final assembly',
  'Foundry',
  'Logistics',
  'Tool shop',
];
const UNITS = [
  'Stamping',
  'Machining',
  'Assembly',
  'Quality',
  'Logistics',
  'Maintenance',
  'Engineering',
  'IT services',
];

/**
 * Generates 3 to 24 buildings with halls, cells and offices, and the business units. A plant with more assets
 * has more buildings, up to the limit.
 */
export function placesOf(assets: number, seed: number): PlantPlaces {
  const places: PlantPlaces = { locations: [], cells: [], offices: [], units: UNITS.map(unit) };
  const buildings = Math.min(24, Math.max(3, Math.ceil(Math.sqrt(assets) / 12)));
  for (let b = 0; b < buildings; b++) addBuilding(places, b, seed);
  return places;
}

function unit(businessunit: string, index: number): PlantUnit {
  return { businessunit, code: String(1000 + index * 100) };
}

function addBuilding(places: PlantPlaces, index: number, seed: number): void {
  const random = createRandom(seed, 'building', index);
  const letter = String.fromCharCode(65 + index);
  const building = `Building ${letter}`;
  places.locations.push({ location: building, description: BUILDINGS[index % BUILDINGS.length]! });
  const halls = random.whole(2, 4);
  for (let h = 1; h <= halls; h++) {
    const hall = `Hall ${letter}${h}`;
    places.locations.push({
      location: hall,
      description: `Hall ${h} of building ${letter}`,
      parent: building,
    });
    const cells = random.whole(4, 8);
    for (let c = 1; c <= cells; c++) {
      const location = `Cell ${letter}${h}-${String(c).padStart(2, '0')}`;
      places.locations.push({ location, description: `Cell ${c} in hall ${letter}${h}`, parent: hall });
      places.cells.push(location);
    }
    const office = `Office ${letter}${h}`;
    places.locations.push({ location: office, description: `Offices of hall ${letter}${h}`, parent: hall });
    places.offices.push(office);
  }
}
