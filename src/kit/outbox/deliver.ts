import type { Settings } from '../settings/settings.ts';
import { DEADLINE_MS, WEBHOOK_MS } from './deadline.ts';
import { MailTokens } from './mail-tokens.ts';
import type { Deliverer } from './outbox.ts';

/**
 * Creates the deliverer, which uses the mail server of the settings and HTTP. Errors contain only the codes
 * of the receiver, never its text. Each channel is loaded at its first use, so that the libraries do not
 * delay the start.
 */
export function createDeliverer(
  settings: Settings,
  allowLoopback: boolean,
  ms = DEADLINE_MS,
  tokens = new MailTokens(),
): Deliverer {
  const context = { settings, tokens, allowLoopback };
  return {
    mail: async (mail) => (await import('./mail.ts')).sendMail(context, mail, ms),
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
