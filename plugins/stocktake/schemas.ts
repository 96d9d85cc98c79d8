import { z } from 'zod';
import { MAX_SCANS, SCAN_OUTCOMES } from './labels.ts';

const scan = z.object({
  clientid: z.uuid().meta({ description: 'Created by the client. A repeated id means the same scan.' }),
  code: z.string().meta({ description: 'The content of the label or tag.' }),
  at: z.iso.datetime({ offset: true }).meta({ description: 'When it was scanned.' }),
  statusid: z.int().positive().nullish().meta({ description: 'The status to set when the stocktake ends.' }),
  note: z.string().max(4000).nullish(),
});
export type ScanInput = z.output<typeof scan>;

export const scanBody = z.object({
  scans: z.array(scan).min(1).max(MAX_SCANS, `Send at most ${MAX_SCANS} scans at once.`),
});

const candidate = z.object({
  assetid: z.int(),
  assetnumber: z.string(),
  name: z.string().nullable(),
  location: z.string().nullable(),
  path: z.string().meta({ description: 'When scanned as a code, it refers to this asset only.' }),
});

export const scanAnswer = z
  .object({
    clientid: z.string(),
    outcome: z.enum(SCAN_OUTCOMES).meta({
      description:
        '`already`: already seen in this stocktake. `ambiguous`: several assets have the code. `refused`: not a label code, so it was not saved.',
    }),
    code: z.string(),
    assetid: z.int().nullable(),
    assetnumber: z.string().nullable(),
    name: z.string().nullable(),
    location: z.string().nullable().meta({ description: 'The registered location of the asset.' }),
    isactive: z.boolean().nullable(),
    seenby: z.string().nullable().meta({ description: 'The user who saw the asset before.' }),
    candidates: candidate.array(),
    message: z.string().nullable().meta({ description: 'Why the scan was refused.' }),
  })
  .meta({ id: 'StocktakeScan' });
export type ScanAnswer = z.output<typeof scanAnswer>;

export const finishBody = z.object({
  moved: z
    .boolean()
    .default(false)
    .meta({ description: 'Move unexpected assets to the location of the stocktake.' }),
  missingstatusid: z
    .int()
    .positive()
    .nullish()
    .meta({ description: 'The status to set for missing assets.' }),
  verify: z.boolean().default(true).meta({ description: 'Record who saw each asset and when.' }),
  dryrun: z.boolean().default(false).meta({ description: 'Only return a preview.' }),
});
export type FinishInput = z.output<typeof finishBody>;

export const finishAnswer = z
  .object({
    stocktakeid: z.int(),
    dryrun: z.boolean(),
    expected: z.int(),
    found: z.int(),
    missing: z.int(),
    unexpected: z.int(),
    unknown: z.int(),
    verified: z.int(),
    moved: z.int(),
    missingset: z.int().meta({ description: 'Missing assets whose status is set.' }),
    statusset: z.int().meta({ description: 'Seen assets that get the scanned status.' }),
    left: z.int().meta({
      description: 'Skipped assets: inactive or moved to another location since the start.',
    }),
  })
  .meta({ id: 'StocktakeEnd' });
export type FinishAnswer = z.output<typeof finishAnswer>;

export const seenAnswer = z
  .object({
    verifiedat: z.iso.datetime().nullable(),
    verifiedby: z.string().nullable(),
    stocktakes: z
      .object({
        stocktakeid: z.int(),
        title: z.string(),
        state: z.enum(['expected', 'found', 'missing', 'unexpected']),
        settled: z.enum(['missing', 'marked', 'moved']).nullable(),
        seenat: z.iso.datetime().nullable(),
        seenby: z.string().nullable(),
        note: z.string().nullable(),
      })
      .array(),
  })
  .meta({ id: 'AssetSeen' });
export type SeenAnswer = z.output<typeof seenAnswer>;
