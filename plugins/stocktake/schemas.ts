import { z } from 'zod';
import { MAX_SCANS, SCAN_OUTCOMES } from './labels.ts';

const scan = z.object({
  clientid: z.uuid().meta({ description: 'Made by whoever scans: a scan that comes again is the same one.' }),
  code: z.string().meta({ description: 'What the label or the tag holds.' }),
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
  path: z.string().meta({ description: 'Scanned as a code it means this asset alone.' }),
});

export const scanAnswer = z
  .object({
    clientid: z.string(),
    outcome: z.enum(SCAN_OUTCOMES).meta({
      description:
        '`already`: seen in this stocktake before. `ambiguous`: several assets have the code. `refused`: no code of a label, and nothing was kept.',
    }),
    code: z.string(),
    assetid: z.int().nullable(),
    assetnumber: z.string().nullable(),
    name: z.string().nullable(),
    location: z.string().nullable().meta({ description: 'Where the records say it stands.' }),
    isactive: z.boolean().nullable(),
    seenby: z.string().nullable().meta({ description: 'Who had seen it before.' }),
    candidates: candidate.array(),
    message: z.string().nullable().meta({ description: 'Why it was refused.' }),
  })
  .meta({ id: 'StocktakeScan' });
export type ScanAnswer = z.output<typeof scanAnswer>;

export const finishBody = z.object({
  moved: z
    .boolean()
    .default(false)
    .meta({ description: 'Move what was unexpected to the location of the stocktake.' }),
  missingstatusid: z.int().positive().nullish().meta({ description: 'The status that missing ones get.' }),
  verify: z
    .boolean()
    .default(true)
    .meta({ description: 'Keep of each asset that was seen when, and by whom.' }),
  dryrun: z.boolean().default(false).meta({ description: 'Only say what would be done.' }),
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
    missingset: z.int().meta({ description: 'Missing ones whose status is set.' }),
    statusset: z.int().meta({ description: 'Seen ones whose status is set, as the scan said.' }),
    left: z.int().meta({
      description: 'Left as they are: retired since, or moved elsewhere in the records since it began.',
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
