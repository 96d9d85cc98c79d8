import type { Reader } from '../../kit/data/reader.ts';
import { AppError } from '../../kit/errors.ts';
import { firstOwnAsset, firstRequiredField } from './queries.ts';

/**
 * Throws 409 CONFLICT when the plant has assets of its own, which a load could change, or a required custom
 * field, which demo assets do not have.
 */
export function refuseOwnAssets(reader: Reader): void {
  const asset = firstOwnAsset.get(reader);
  if (asset)
    throw new AppError(
      'CONFLICT',
      `The plant has assets of its own, such as ${asset.assetnumber}. Load the demo data into another appliance.`,
    );
  const field = firstRequiredField.get(reader);
  if (field)
    throw new AppError(
      'CONFLICT',
      `The custom field ${field.label} is required, and demo data do not have it. Make it optional, then load again.`,
    );
}
