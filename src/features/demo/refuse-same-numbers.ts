import type { Reader } from '../../kit/data/reader.ts';
import { AppError } from '../../kit/errors.ts';
import { assetNumbered } from './asset-queries.ts';
import { demoRecord } from './queries.ts';

/**
 * Throws 409 CONFLICT when an asset of the plant has the number of a demo asset, because the load would then
 * change that asset.
 */
export function refuseSameNumbers(reader: Reader, assetnumbers: Iterable<string>): void {
  for (const assetnumber of assetnumbers) {
    const asset = assetNumbered.get(reader, { assetnumber });
    if (!asset || demoRecord.get(reader, { tablename: 'assets', entityid: asset.assetid })) continue;
    throw new AppError(
      'CONFLICT',
      `Asset ${assetnumber} has the number of a demo asset. Load the demo data into another appliance, or change the number first.`,
    );
  }
}
