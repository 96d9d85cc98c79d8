import { rowLimit } from '../../src/kit/data/row-limit.ts';
import { warrantyassets } from './tables.ts';

/** What one warranty covers, and what covers one asset, is served whole. */
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
