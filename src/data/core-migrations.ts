import audit from '../../migrations/core/0001_audit.sql' with { type: 'text' };
import identity from '../../migrations/core/0002_identity.sql' with { type: 'text' };
import catalog from '../../migrations/core/0003_catalog.sql' with { type: 'text' };
import search from '../../migrations/core/0004_search.sql' with { type: 'text' };
import map from '../../migrations/core/0005_map.sql' with { type: 'text' };
import type { Chain } from './migrate.ts';

/** The core chain. The order is the order of application; add new ones at the end. */
export const coreChain: Chain = {
  name: 'core',
  migrations: [
    { id: '0001_audit', sql: audit },
    { id: '0002_identity', sql: identity },
    { id: '0003_catalog', sql: catalog },
    { id: '0004_search', sql: search },
    { id: '0005_map', sql: map },
  ],
};
