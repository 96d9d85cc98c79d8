import { rowLimit } from '../../kit/data/row-limit.ts';
import { communications, mapbuildings, maplevels, relationships } from './tables.ts';

/** All row limits below exist because these lists are served without paging. */
/** A switch chassis reports an IP and a MAC address for each of its ports, and scans add more. */
export const MAX_ASSET_ADDRESSES = 20_000;
export const MAX_BUILDINGS = 500;
const MAX_LEVELS = 2000;
/**
 * Maximum number of relationships that start at one asset, and of those that end there. A list with inherited
 * ones ends after five times as many.
 */
const MAX_RELATIONSHIPS = 1000;
export const MAX_SEEN_RELATIONSHIPS = 5 * MAX_RELATIONSHIPS;
export const MAX_VERSIONS = 5000;

const limitRelationships = (column: string) =>
  rowLimit(relationships, 'relationships', { most: MAX_RELATIONSHIPS, per: { column, one: 'asset' } });

export const catalogRowLimits = [
  rowLimit(communications, 'addresses', {
    most: MAX_ASSET_ADDRESSES,
    per: { column: 'assetid', one: 'asset' },
  }),
  rowLimit(mapbuildings, 'buildings', { most: MAX_BUILDINGS }),
  rowLimit(maplevels, 'levels', { most: MAX_LEVELS }),
  limitRelationships('sourceassetid'),
  limitRelationships('targetassetid'),
];
