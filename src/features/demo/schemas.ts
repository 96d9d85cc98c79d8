import { z } from 'zod';

/** The maximum number of kept records that the state names. */
export const MAX_KEPT_NAMES = 50;

const keptRecord = z.object({
  kind: z.string().meta({ description: 'The name of the kind of record, such as Location.' }),
  name: z.string(),
  path: z.string().meta({ description: 'The path of its page.' }),
});

export type KeptRecord = z.output<typeof keptRecord>;

export const demoState = z
  .object({
    state: z.enum(['none', 'loading', 'loaded', 'incomplete', 'removing']).meta({
      description: '`incomplete` after a load or a removal that did not finish. Both can be started again.',
    }),
    stage: z.string().nullable().meta({ description: 'The current step; null while nothing runs.' }),
    done: z.int().meta({ description: 'The finished items of the current step.' }),
    total: z.int(),
    records: z.int().meta({ description: 'The stored rows of the demo data.' }),
    assets: z.int(),
    canload: z.boolean().meta({ description: 'False while the plant has assets of its own.' }),
    startedby: z.string().nullable(),
    startedat: z.iso.datetime().nullable(),
    error: z.string().nullable().meta({ description: 'Why the last load or removal did not finish.' }),
    removal: z
      .object({
        removed: z.int(),
        kept: z.int().meta({ description: 'Records that your own records use, and that therefore stay.' }),
        keptrecords: keptRecord.array().max(MAX_KEPT_NAMES),
      })
      .nullable()
      .meta({ description: 'The last removal since the start of the appliance.' }),
  })
  .meta({ id: 'DemoState' });

export type DemoStateRecord = z.output<typeof demoState>;

export const demoScript = z.object({ requestid: z.string().max(64) });
