import type { Reader } from '../../kit/data/reader.ts';
import { AppError } from '../../kit/errors.ts';
import { firstOwnAsset } from './queries.ts';

/** Throws 409 CONFLICT when the plant has assets of its own, which a load could change. */
export function refuseOwnAssets(reader: Reader): void {
  const asset = firstOwnAsset.get(reader);
  if (asset)
    throw new AppError(
      'CONFLICT',
      `The plant has assets of its own, such as ${asset.assetnumber}. Load the demo data into another appliance.`,
    );
}
