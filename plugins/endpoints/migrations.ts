import fleet from '../../migrations/endpoints/0001_fleet.sql' with { type: 'text' };
import alerts from '../../migrations/endpoints/0002_alerts.sql' with { type: 'text' };
import builds from '../../migrations/endpoints/0003_builds.sql' with { type: 'text' };
import certificate from '../../migrations/endpoints/0004_certificate.sql' with { type: 'text' };
import candidates from '../../migrations/endpoints/0005_candidates.sql' with { type: 'text' };
import finished from '../../migrations/endpoints/0006_finished.sql' with { type: 'text' };
import pendingAddress from '../../migrations/endpoints/0007_pending_address.sql' with { type: 'text' };
import commandBatches from '../../migrations/endpoints/0008_command_batches.sql' with { type: 'text' };
import mergedAgents from '../../migrations/endpoints/0009_merged_agents.sql' with { type: 'text' };
import sortKeys from '../../migrations/endpoints/0010_sort_keys.sql' with { type: 'text' };
import computerViews from '../../migrations/endpoints/0011_computer_views.sql' with { type: 'text' };
import type { Migration } from '../../src/kit/data/migrate.ts';

export const migrations: Migration[] = [
  { id: '0001_fleet', sql: fleet },
  { id: '0002_alerts', sql: alerts },
  { id: '0003_builds', sql: builds },
  { id: '0004_certificate', sql: certificate },
  { id: '0005_candidates', sql: candidates },
  { id: '0006_finished', sql: finished },
  { id: '0007_pending_address', sql: pendingAddress },
  { id: '0008_command_batches', sql: commandBatches },
  { id: '0009_merged_agents', sql: mergedAgents },
  { id: '0010_sort_keys', sql: sortKeys },
  { id: '0011_computer_views', sql: computerViews },
];
