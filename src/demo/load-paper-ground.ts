import { addDays } from '../kit/clock.ts';
import { type ApiClient, ApiFailure } from './api-client.ts';
import { assetNumberOf } from './asset-numbers.ts';
import type { Plant } from './plant.ts';
import type { PlantKind } from './plant-makes.ts';

/** What the loads of registers with dates and papers share. */
export interface PaperGround {
  api: ApiClient;
  plant: Plant;
  seed: number;
  /** The id of every asset number of the plant. */
  ids: ReadonlyMap<string, number>;
  vendors: ReadonlyMap<string, number>;
}

/** The day so many days after today; negative ones lie in the past. */
export const computeDayFromNow = (days: number): string =>
  addDays(new Date().toISOString().slice(0, 10), days);

/** The ids of the first assets of a kind, at most so many. */
export const someOf = ({ plant, ids }: PaperGround, kind: PlantKind, most: number): number[] =>
  Array.from({ length: Math.min(plant.counts[kind], most) }, (_, index) =>
    ids.get(assetNumberOf(kind, index)),
  ).filter((id) => id !== undefined);

/** Whether the server has this list, and nothing in it yet that makes a load needless. A plugin that is off has no routes. */
export async function isToBeFilled(api: ApiClient, path: string): Promise<boolean> {
  try {
    for await (const _ of api.list(path)) return false;
    return true;
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return false;
    throw error;
  }
}

const PAGE = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;

/** Sends an empty page as a paper. */
export const sendPaper = (api: ApiClient, path: string, filename: string): Promise<unknown> =>
  api.post(`${path}?filename=${encodeURIComponent(filename)}`, new TextEncoder().encode(PAGE), {
    'Content-Type': 'application/octet-stream',
  });
