import { z } from 'zod';
import { instantSchema } from '../../kit/resource/validate.ts';

/** Maximum number of alerts of one user, and of all users together. Each is counted for the dashboard. */
export const MAX_VIEW_ALERTS = 10;
export const MAX_ALL_VIEW_ALERTS = 200;

const fields = {
  title: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(120)
    .regex(/^\P{Cc}*$/u, 'Control characters are not allowed.')
    .refine((text) => text.isWellFormed(), 'The text contains an incomplete character.'),
  comparison: z.enum(['more', 'fewer']).meta({
    description: '`more`: open with more rows than the threshold. `fewer`: open with fewer.',
  }),
  threshold: z
    .int('Enter a whole number.')
    .min(0, 'Enter a number from 0 to 1000000.')
    .max(1_000_000, 'Enter a number from 0 to 1000000.'),
  severity: z.enum(['info', 'warning', 'critical']),
};

const alertInput = z.object({
  ...fields,
  isshared: z.boolean().optional().meta({
    description:
      'Shows it to all users who may read the list, while the view is shared. Needs `views.share`.',
  }),
});
export type ViewAlertInput = z.output<typeof alertInput>;
export const alertBody = alertInput
  .extend({ ifmodifieddate: instantSchema.optional() })
  .meta({ id: 'ViewAlertInput' });

export const alertRecord = z
  .object({
    viewalertid: z.int(),
    savedviewid: z.int(),
    userid: z.int(),
    ...fields,
    isshared: z.boolean(),
    createddate: z.iso.datetime(),
    modifieddate: z.iso.datetime(),
  })
  .meta({ id: 'ViewAlert' });
export type ViewAlertRecord = z.output<typeof alertRecord>;
