import { z } from 'zod';
import { FORMATS } from './formats.ts';

/** A label as it is served. */
export const label = z
  .object({
    type: z.string(),
    id: z.int(),
    title: z.string(),
    lines: z.string().array(),
    code: z.object({ value: z.string(), format: z.enum(FORMATS) }),
    url: z.string(),
  })
  .meta({ id: 'Label' });
export type Label = z.output<typeof label>;
