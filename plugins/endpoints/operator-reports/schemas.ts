import { z } from 'zod';
import { cleanText, normalizeText } from '../../../src/kit/clean-text.ts';

const textUpTo = (most: number) => z.string().max(most);
/** HTML forms send line breaks as two characters. */
const lines = (text: string): string => normalizeText(text).replaceAll('\r\n', '\n').trim();

/** Form fields next to the screenshot. */
export const operatorReportInput = z.object({
  hostname: z.string().min(1).max(255).optional(),
  text: textUpTo(8000)
    .transform(lines)
    .refine((text) => text !== '', 'Enter the text of the report.'),
  reason: textUpTo(255)
    .optional()
    .transform((reason) => (reason === undefined ? null : (cleanText(reason) ?? null))),
  details: textUpTo(60_000)
    .optional()
    .transform((details) => (details ? lines(details) : null)),
});
export type OperatorReportInput = z.output<typeof operatorReportInput>;

export const reportRow = z
  .object({
    operatorreportid: z.int(),
    assetid: z.int(),
    devicename: z.string().meta({ description: 'Full name of the PC at the time of the report.' }),
    machinenumber: z
      .string()
      .nullable()
      .meta({ description: 'Number of the machine that the PC controlled.' }),
    text: z.string(),
    reason: z.string().nullable(),
    hasscreenshot: z.boolean(),
    createddate: z.iso.datetime(),
  })
  .meta({ id: 'OperatorReport' });

export const reportRecord = reportRow
  .extend({ details: z.string().nullable() })
  .meta({ id: 'OperatorReportWithDetails' });
