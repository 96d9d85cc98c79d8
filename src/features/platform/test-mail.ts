import type { Host } from '../../kit/host.ts';
import type { Call } from '../../kit/http/call.ts';
import { isPlainAddress } from '../../kit/outbox/addresses.ts';
import { hasMailServer, NO_MAIL_SERVER } from '../../kit/outbox/mail-server.ts';

interface MailTest {
  sent: boolean;
  error: string | null;
  /** Response of the mail server; null without one. */
  answer: string | null;
}

const createFailure = (error: string): MailTest => ({ sent: false, error, answer: null });

/**
 * Sends a test mail to `to`, by default to the first alert recipient. Returns the outcome, also a failure,
 * and audits it.
 */
export async function testMail(host: Host, to: string | undefined, context: Call['context']) {
  const recipient = to ?? (host.settings.text('alert_recipients').split(/[,;\s]+/)[0] || null);
  const outcome = await sendTest(host, recipient);
  host.db.transact(context, 'platform.mail.tested', (tx) =>
    tx.audit({ entitytype: 'setting', entityid: null, details: { sent: outcome.sent } }),
  );
  return { ...outcome, to: recipient };
}

async function sendTest(
  { settings, mailtokens: tokens, config }: Host,
  to: string | null,
): Promise<MailTest> {
  if (!hasMailServer(settings)) return createFailure(NO_MAIL_SERVER);
  if (!to) return createFailure('Enter a recipient, or save "Alert recipients" (alert_recipients) first.');
  if (!isPlainAddress(to)) return createFailure('Enter one email address such as name@example.com.');
  const site = settings.text('site_name') || 'Millwright';
  const mail = {
    to,
    subject: `Test mail from ${site}`,
    text: `This is a test mail from ${site}. Mail works.`,
  };
  try {
    // The mail library is loaded at first use, so that the start does not wait for it.
    const { tryMail } = await import('../../kit/outbox/mail.ts');
    const { error, answer } = await tryMail({ settings, tokens, allowLoopback: config.allowLoopback }, mail);
    return { sent: error === undefined, error: error ?? null, answer: answer ?? null };
  } catch (cause) {
    return createFailure(cause instanceof Error ? cause.message : 'The mail could not be sent.');
  }
}
