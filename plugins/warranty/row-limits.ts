import { rowLimit } from '../../src/kit/data/row-limit.ts';
import { warrantyassets } from './tables.ts';

/**
 * Limits for the assets of one warranty and the warranties of one asset. Both are returned without paging.
 */
export const MAX_COVERED = 20_000;
export const MAX_WARRANTIES = 200;

export const warrantyRowLimits = [
  rowLimit(warrantyassets, 'assets', {
    most: MAX_COVERED,
    per: { column: 'warrantyid', one: 'warranty' },
  }),
  rowLimit(warrantyassets, 'warranties', {
    most: MAX_WARRANTIES,
    per: { column: 'assetid', one: 'asset' },
  }),
];
