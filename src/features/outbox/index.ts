import { z } from 'zod';
import { api, routeOptions } from '../../kit/http/api.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { failedDeliveries } from './queries.ts';
import { outboxRegister } from './register.ts';
import { renewWebhookSecret, retryFailedDeliveries } from './service.ts';

/** The page of the outbox, which lists deliveries and their errors. The outbox itself is in the kit. */
export const outboxFeature = definePlugin({
  id: 'outbox',
  title: 'Mail and webhooks',
  description: 'Queued mail and webhooks and their delivery results',
  core: true,
  registers: [outboxRegister],
  navigation: [
    {
      group: 'Admin',
      family: 'System',
      title: 'Mail and webhooks',
      icon: 'mail',
      path: '/outbox',
      words: 'smtp email message delivery',
      needs: 'admin',
      order: 78,
    },
  ],
  attention: [
    {
      key: 'outbox',
      topic: 'failed',
      title: 'Failed mail and webhooks',
      severity: 'warning',
      needs: 'admin',
      href: '/outbox?state=failed',
      count: (reader) => failedDeliveries.get(reader)!.n,
    },
  ],
  routes: (host) => [
    api('/api/outbox')
      .post(
        '/retry',
        ({ call }) => retryFailedDeliveries(host, call.context),
        routeOptions({
          access: 'admin',
          summary: 'Retry all failed deliveries',
          responseSchema: z.object({ retried: z.int() }).meta({ id: 'RetriedDeliveries' }),
        }),
      )
      .post(
        '/secret',
        ({ call }) => renewWebhookSecret(host, call.context),
        routeOptions({
          access: 'admin',
          summary: 'Replace the signing secret of webhooks',
          responseSchema: z
            .object({
              secret: z.string().meta({ description: '`whsec_` and the key in base64. Returned only once.' }),
            })
            .meta({ id: 'SigningSecret' }),
        }),
      ),
  ],
});
