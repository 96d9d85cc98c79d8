import { addDays } from '../kit/clock.ts';
import { type ApiClient, ApiFailure } from './api-client.ts';
import { assetNumberOf } from './asset-numbers.ts';
import type { Plant } from './plant.ts';
import type { PlantKind } from './plant-makes.ts';

/** Context of the loaders of registers with dates and documents. */
export interface PaperGround {
  api: ApiClient;
  plant: Plant;
  seed: number;
  /** Asset IDs by the asset numbers of the plant. */
  ids: ReadonlyMap<string, number>;
  vendors: ReadonlyMap<string, number>;
  /** False leaves out enforcement. */
  enforces: boolean;
}

/** Returns the date that is `days` after today, or before today when negative. */
export const computeDayFromNow = (days: number): string =>
  addDays(new Date().toISOString().slice(0, 10), days);

/** Returns the IDs of the first assets of a kind, at most `most`. */
export const someOf = ({ plant, ids }: PaperGround, kind: PlantKind, most: number): number[] =>
  Array.from({ length: Math.min(plant.counts[kind], most) }, (_, index) =>
    ids.get(assetNumberOf(kind, index)),
  ).filter((id) => id !== undefined);

/** Reports whether the server has this list and it is empty. A plugin that is off has no routes. */
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

/** Uploads an empty page as a document. */
export const sendPaper = (api: ApiClient, path: string, filename: string): Promise<unknown> =>
  api.post(`${path}?filename=${encodeURIComponent(filename)}`, new TextEncoder().encode(PAGE), {
    'Content-Type': 'application/octet-stream',
  });
