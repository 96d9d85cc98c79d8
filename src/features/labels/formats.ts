import { z } from 'zod';
import { FORMATS } from './layout/code-format.ts';

/** Resolutions of label printers in dots per inch. */
export const DPIS = [203, 300, 600] as const;

/** Returns the schema of a label layout. Sizes are in millimeters, the resolution is in dots per inch. */
const layoutOf = (number: () => z.ZodNumber) => {
  const side = () => number().min(15).max(210);
  return {
    format: z.enum(FORMATS).default('qr').meta({ description: 'Code symbology.' }),
    style: z
      .enum(['card', 'plain'])
      .default('card')
      .meta({ description: 'card: code, name and facts. plain: code and number.' }),
    width: side().default(62).meta({ description: 'Millimeters.' }),
    height: side().default(29).meta({ description: 'Millimeters.' }),
    dpi: number()
      .default(203)
      .refine((dpi) => (DPIS as readonly number[]).includes(dpi), `Use one of ${DPIS.join(', ')}.`)
      .meta({ description: 'Dots per inch of the print head: 203, 300 or 600.' }),
  };
};

export const layoutInBody = layoutOf(() => z.number());
/** The layout in a query, where numbers are text. */
export const layoutInQuery = layoutOf(z.coerce.number as () => z.ZodNumber);

export type Layout = z.output<z.ZodObject<typeof layoutInBody>>;
