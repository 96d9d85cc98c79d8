import { z } from 'zod';

/** The JSON body of a webhook. For receivers in the style of Slack, `text` alone is sufficient. */
export const webhookBody = z
  .object({
    event: z.string().meta({ description: 'What happened, as a word: `stock.low`.' }),
    title: z.string(),
    text: z.string(),
    url: z.string().nullable().meta({ description: 'The page in the appliance that tells more.' }),
    severity: z.enum(['info', 'warning', 'critical']),
    occurredat: z.iso.datetime(),
    data: z.unknown().meta({ description: 'What the event is about; each event has its own.' }),
  })
  .meta({ id: 'WebhookEvent' });
