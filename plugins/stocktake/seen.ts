import type { AssetFlag } from '../../src/kit/contributions.ts';
import type { Reader } from '../../src/kit/data/reader.ts';
import { missingAmong, stocktakesOf, verifiedAmong } from './queries.ts';
import type { SeenAnswer } from './schemas.ts';

/** Returns when an asset was last seen, and its result in each of its newest 100 stocktakes. */
export function readSeen(reader: Reader, assetid: number): SeenAnswer {
  const [last] = verifiedAmong.all(reader, { ids: JSON.stringify([assetid]) });
  return {
    verifiedat: last?.verifiedat ?? null,
    verifiedby: last?.verifiedby ?? null,
    stocktakes: stocktakesOf.all(reader, { assetid }).map(({ seen, ...row }) => ({
      ...row,
      state: seen === 'expected' && row.settled ? 'missing' : (seen as Exclude<typeof seen, 'unknown'>),
    })),
  };
}

/** Returns flags for assets that their last finished stocktake did not find. */
export function readMissingFlags(
  reader: Reader,
  assetids: readonly number[],
): ReadonlyMap<number, AssetFlag> {
  const flags = new Map<number, AssetFlag>();
  for (const { assetid, settled, title } of missingAmong.all(reader, { ids: JSON.stringify(assetids) }))
    if (settled === 'missing' || settled === 'marked')
      flags.set(assetid, { word: 'missing', title: `Missing in the stocktake ${title}` });
    else flags.delete(assetid);
  return flags;
}
