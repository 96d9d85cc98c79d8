import type { Settings } from '../settings/settings.ts';
import { DEADLINE_MS, WEBHOOK_MS } from './deadline.ts';
import { MailTokens } from './mail-tokens.ts';
import type { Deliverer } from './outbox.ts';

/**
 * Delivery by the site's mail server and by HTTP. What the other side says is never repeated: codes only. Each way is
 * loaded with its first use: the start of the appliance does not wait for the libraries.
 */
export function createDeliverer(
  settings: Settings,
  allowLoopback: boolean,
  ms = DEADLINE_MS,
  tokens = new MailTokens(),
): Deliverer {
  const means = { settings, tokens, allowLoopback };
  return {
    mail: async (mail) => (await import('./mail.ts')).sendMail(means, mail, ms),
    webhook: async (webhook, delivery) => {
      const secret = settings.text('webhook_secret');
      await (await import('./webhook.ts')).postWebhook(webhook, delivery, {
        secret,
        allowLoopback,
        ms: Math.min(ms, WEBHOOK_MS),
      });
    },
  };
}
