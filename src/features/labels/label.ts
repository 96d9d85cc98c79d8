import { z } from 'zod';
import { FORMATS } from './formats.ts';

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
    code: z.object({ value: z.string(), format: z.enum(FORMATS) }),
    url: z.string(),
  })
  .meta({ id: 'Label' });
export type Label = z.output<typeof label>;
