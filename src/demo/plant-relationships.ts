import { assetNumberOf } from './asset-numbers.ts';
import type { PlantCounts, PlantRecipe } from './plant-shapes.ts';
import { createRandom } from './random.ts';

export interface PlantRelationship {
  /** Asset numbers of the source and of the target. */
  source: string;
  target: string;
  relationshiptype: 'controls' | 'connectedto' | 'partof' | 'defaultprinter' | 'usesprinter';
}

/** Returns the number of computers that control a machine; computer `i` controls machine `i`. */
export function countControllers(counts: PlantCounts): number {
  return Math.min(Math.floor(counts.Machine * 0.8), Math.floor(counts.Computer * 0.5));
}

/**
 * Yields the relationships: computers control machines and use printers; computers and printers are connected
 * to network devices; gauges are part of machines.
 */
export function* relationshipsOf({ counts, seed }: PlantRecipe): Generator<PlantRelationship> {
  for (let index = 0; index < counts.Computer; index++) yield* ofComputer(counts, seed, index);
  for (let index = 0; index < counts.Printer; index++) {
    const target = assetNumberOf('Network device', index % counts['Network device']);
    yield { source: assetNumberOf('Printer', index), target, relationshiptype: 'connectedto' };
  }
  for (let index = 0; index < counts['Measuring tool']; index += 2) {
    const target = assetNumberOf('Machine', index % counts.Machine);
    yield { source: assetNumberOf('Measuring tool', index), target, relationshiptype: 'partof' };
  }
}

function* ofComputer(counts: PlantCounts, seed: number, index: number): Generator<PlantRelationship> {
  const random = createRandom(seed, 'ties', index);
  const source = assetNumberOf('Computer', index);
  const atMachine = index < countControllers(counts);
  if (atMachine) yield { source, target: assetNumberOf('Machine', index), relationshiptype: 'controls' };
  if (random.chance(0.7)) {
    const target = assetNumberOf('Network device', random.whole(0, counts['Network device'] - 1));
    yield { source, target, relationshiptype: 'connectedto' };
  }
  if (atMachine ? random.chance(0.3) : random.chance(0.8)) {
    const printer = random.whole(0, counts.Printer - 1);
    yield { source, target: assetNumberOf('Printer', printer), relationshiptype: 'defaultprinter' };
    if (random.chance(0.2)) {
      const other = assetNumberOf('Printer', (printer + 1) % counts.Printer);
      yield { source, target: other, relationshiptype: 'usesprinter' };
    }
  }
}
