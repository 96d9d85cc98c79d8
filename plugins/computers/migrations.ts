import computers from '../../migrations/computers/0001_computers.sql' with { type: 'text' };
import identity from '../../migrations/computers/0002_identity.sql' with { type: 'text' };
import hardware from '../../migrations/computers/0003_hardware.sql' with { type: 'text' };
import softwareCounts from '../../migrations/computers/0004_software_counts.sql' with { type: 'text' };
import ownAdditions from '../../migrations/computers/0005_own_additions.sql' with { type: 'text' };
import identityMarks from '../../migrations/computers/0006_identity_marks.sql' with { type: 'text' };
import ignoredFields from '../../migrations/computers/0007_ignored_fields.sql' with { type: 'text' };
import deviceNames from '../../migrations/computers/0008_device_names.sql' with { type: 'text' };
import marksOfAssets from '../../migrations/computers/0009_marks_of_assets.sql' with { type: 'text' };
import virtualMachines from '../../migrations/computers/0010_virtual_machines.sql' with { type: 'text' };
import sortKeys from '../../migrations/computers/0011_sort_keys.sql' with { type: 'text' };
import type { Migration } from '../../src/kit/data/migrate.ts';

export const migrations: Migration[] = [
  { id: '0001_computers', sql: computers },
  { id: '0002_identity', sql: identity },
  { id: '0003_hardware', sql: hardware },
  { id: '0004_software_counts', sql: softwareCounts },
  { id: '0005_own_additions', sql: ownAdditions },
  { id: '0006_identity_marks', sql: identityMarks },
  { id: '0007_ignored_fields', sql: ignoredFields },
  { id: '0008_device_names', sql: deviceNames },
  { id: '0009_marks_of_assets', sql: marksOfAssets },
  { id: '0010_virtual_machines', sql: virtualMachines },
  { id: '0011_sort_keys', sql: sortKeys },
];
