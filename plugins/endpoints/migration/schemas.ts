import { z } from 'zod';
import { booleanParam, searchText, singleSortQuery } from '../../../src/kit/http/paging.ts';
import { PLATFORMS } from '../packages/platforms.ts';

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

export const readinessListQuery = z.object({
  ...singleSortQuery('hostname'),
  ready: booleanParam.optional(),
  blocker: z.enum(BLOCKERS).optional().meta({ description: 'PCs that this blocks, alone or among others.' }),
  search: searchText.optional().meta({ description: 'In host names and asset numbers.' }),
});
export type ReadinessQuery = z.output<typeof readinessListQuery>;

export const readinessCounts = z
  .object({
    total: z.int(),
    ready: z.int(),
    blockers: z.record(z.enum(BLOCKERS), z.int()).meta({ description: 'A PC counts for each.' }),
  })
  .meta({ id: 'MigrationReadinessCounts' });

export const readinessRow = z
  .object({
    assetid: z.int(),
    hostname: z.string().nullable(),
    agentversion: z.string().nullable(),
    targetversion: z.string().nullable().meta({ description: 'Of the current build for it.' }),
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
      .meta({ description: 'The next so many that nothing blocks.' }),
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
      .meta({ description: 'PCs that were named, or would have come next, with what blocks them.' }),
    retried: queued.meta({ description: 'Queued although their trust in this server is in doubt.' }),
  })
  .meta({ id: 'MigrationWaveQueued' });
export type WaveResult = z.output<typeof waveResult>;
