import { z } from 'zod';

/** The JSON body of a webhook. For receivers in the style of Slack, `text` alone is sufficient. */
export const webhookBody = z
  .object({
    event: z.string().meta({ description: 'Type of the event, such as `printedparts.stock.low`.' }),
    title: z.string(),
    text: z.string(),
    url: z.string().nullable().meta({ description: 'Page of the appliance with details.' }),
    severity: z.enum(['info', 'warning', 'critical']),
    occurredat: z.iso.datetime(),
    data: z.unknown().meta({ description: 'Data of the event; the keys depend on its type.' }),
  })
  .meta({ id: 'WebhookEvent' });
