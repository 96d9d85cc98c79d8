import type { Tone } from '../../state-style.ts';

/** An item to draw at a point of the screen. */
export interface Spot {
  id: number;
  x: number;
  y: number;
  tone: Tone;
}

export interface Cluster<S extends Spot> {
  /** Key of the cluster, which stays the same while the same spots are together. */
  key: string;
  x: number;
  y: number;
  spots: S[];
}

const RANK: Record<Tone, number> = { critical: 6, warning: 5, busy: 4, info: 3, neutral: 2, off: 1, good: 0 };

/** Returns the most severe tone; `good` without spots. */
export const findWorstTone = (spots: readonly Spot[]): Tone =>
  spots.reduce<Tone>((worst, { tone }) => (RANK[tone] > RANK[worst] ? tone : worst), 'good');

/**
 * Groups spots that would overlap. Each spot joins the cluster whose first spot is nearest and within
 * `radius` pixels, else it starts one. A grid of cells as wide as the radius limits the search, so the time
 * grows linearly with the number of spots.
 */
export function clusterSpots<S extends Spot>(spots: readonly S[], radius: number): Cluster<S>[] {
  const cells = new Map<string, Cluster<S>[]>();
  const made: Cluster<S>[] = [];
  for (const spot of spots) {
    const column = Math.floor(spot.x / radius);
    const row = Math.floor(spot.y / radius);
    const near = findNearest(cells, column, row, spot, radius);
    if (near) {
      near.spots.push(spot);
      continue;
    }
    const cluster = { key: `${spot.id}`, x: spot.x, y: spot.y, spots: [spot] };
    const cell = `${column}:${row}`;
    cells.set(cell, [...(cells.get(cell) ?? []), cluster]);
    made.push(cluster);
  }
  return made.map(recenterCluster);
}

function findNearest<S extends Spot>(
  cells: Map<string, Cluster<S>[]>,
  column: number,
  row: number,
  spot: S,
  radius: number,
): Cluster<S> | undefined {
  let best: Cluster<S> | undefined;
  let distance = radius * radius;
  for (let c = column - 1; c <= column + 1; c++) {
    for (let r = row - 1; r <= row + 1; r++) {
      for (const cluster of cells.get(`${c}:${r}`) ?? []) {
        const away = (cluster.x - spot.x) ** 2 + (cluster.y - spot.y) ** 2;
        if (away < distance) [best, distance] = [cluster, away];
      }
    }
  }
  return best;
}

/** Returns a cluster at the center of its spots. */
function recenterCluster<S extends Spot>(cluster: Cluster<S>): Cluster<S> {
  const { spots } = cluster;
  if (spots.length === 1) return cluster;
  const x = spots.reduce((sum, spot) => sum + spot.x, 0) / spots.length;
  const y = spots.reduce((sum, spot) => sum + spot.y, 0) / spots.length;
  return { key: `${cluster.key}+${spots.length}`, x, y, spots };
}
