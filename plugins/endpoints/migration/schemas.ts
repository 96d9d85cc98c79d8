import { z } from 'zod';
import { booleanParam, searchQuery } from '../../../src/kit/http/paging.ts';
import { PLATFORMS } from '../packages/platforms.ts';
import { readinessColumns } from './list-columns.ts';

/** Reasons that block the upgrade of a PC to the current build. */
export const BLOCKERS = [
  'not_enrolled',
  'server_trust',
  'locked',
  'offline',
  'in_flight',
  'no_package',
  'up_to_date',
] as const;
export type Blocker = (typeof BLOCKERS)[number];
const blockers = z.enum(BLOCKERS).array();

export const readinessListQuery = readinessColumns.createQuery({
  ready: booleanParam.optional(),
  blocker: z
    .enum(BLOCKERS)
    .optional()
    .meta({ description: 'PCs that this reason blocks, alone or with others.' }),
  search: searchQuery.optional(),
});
export type ReadinessQuery = z.output<typeof readinessListQuery>;

export const readinessCounts = z
  .object({
    total: z.int(),
    ready: z.int(),
    blockers: z.record(z.enum(BLOCKERS), z.int()).meta({ description: 'A PC counts once for each reason.' }),
  })
  .meta({ id: 'MigrationReadinessCounts' });

export const readinessRow = z
  .object({
    assetid: z.int(),
    hostname: z.string().nullable(),
    agentversion: z.string().nullable(),
    targetversion: z.string().nullable().meta({ description: 'Version of the current build for this PC.' }),
    platform: z.enum(PLATFORMS).nullable(),
    ready: z.boolean(),
    blockers,
  })
  .meta({ id: 'MigrationReadiness' });

export const waveInput = z
  .object({
    assetids: z.int().positive().array().min(1).max(20_000).nullish(),
    count: z
      .int()
      .min(1)
      .max(20_000)
      .nullish()
      .meta({ description: 'Number of ready PCs to upgrade, in the order of host names.' }),
  })
  .meta({ id: 'MigrationWave' });
export type WaveInput = z.output<typeof waveInput>;

const queued = z.object({ assetid: z.int(), commandid: z.int() }).array();
export const waveResult = z
  .object({
    queued,
    skipped: z
      .object({ assetid: z.int(), blockers })
      .array()
      .meta({ description: 'Skipped PCs with the reasons that block them.' }),
    retried: queued.meta({ description: 'Queued although their trust in this appliance is uncertain.' }),
  })
  .meta({ id: 'MigrationWaveQueued' });
export type WaveResult = z.output<typeof waveResult>;
