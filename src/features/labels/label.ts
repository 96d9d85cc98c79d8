import { z } from 'zod';
import { FORMATS } from './layout/code-format.ts';

/** The content of a label. */
export const label = z
  .object({
    type: z.string(),
    id: z.int(),
    title: z.string(),
    lines: z.string().array(),
    number: z.string().nullable().meta({
      description: 'The number of the record, never shortened; null for a record without a number.',
    }),
    assettypeid: z.int().nullable().meta({
      description: 'The type of the asset; null for other records.',
    }),
    code: z.object({ value: z.string(), format: z.enum(FORMATS) }),
    url: z.string(),
  })
  .meta({ id: 'Label' });
export type Label = z.output<typeof label>;
