import { connect, isIP, type Socket } from 'node:net';
import tls from 'node:tls';
import { createTransport } from 'nodemailer';
import { resolveAllowedAddresses } from '../outbound.ts';
import type { Settings } from '../settings/settings.ts';
import { isPlainAddress } from './addresses.ts';
import { DEADLINE_MS, withDeadline } from './deadline.ts';
import { DeliveryError, describeMailError } from './delivery-errors.ts';
import { greetingName } from './greeting.ts';
import { NO_MAIL_SERVER } from './mail-server.ts';
import { getMailToken, type MailContext } from './mail-token.ts';
import type { Mail } from './outbox.ts';
import { readRelayAnswer } from './relay-answer.ts';

/**
 * Sends one mail now. Returns a sentence when the server rejected some of several recipients. Throws an Error
 * with a message for users.
 */
export async function sendMail(
  context: MailContext,
  mail: Mail,
  ms = DEADLINE_MS,
): Promise<string | undefined> {
  try {
    const { rejected } = await connectAndSend(context, mail, ms);
    const count = [mail.to].flat().length;
    return rejected.length > 0
      ? `The mail server rejected ${rejected.length} of ${count} recipients.`
      : undefined;
  } catch (cause) {
    throw new Error(describeMailError(cause));
  }
}

/** The outcome of a test mail: an error sentence, and the response of the mail server. */
interface MailTrial {
  error?: string;
  answer?: string;
}

/**
 * Sends one mail now to test the mail server. An error is in the result, not thrown. Unlike `sendMail`,
 * returns the response of the server.
 */
export async function tryMail(context: MailContext, mail: Mail): Promise<MailTrial> {
  const { settings, tokens } = context;
  const [password, user] = ['smtp_password', 'smtp_user'].map((key) => settings.text(key));
  const isByToken = settings.text('smtp_auth') === 'xoauth2';
  const secret = () => (isByToken ? tokens.last : password!);
  try {
    const { response } = await connectAndSend(context, mail, DEADLINE_MS);
    return { answer: readRelayAnswer(response, secret()) };
  } catch (cause) {
    const { response, code } = (cause ?? {}) as { response?: unknown; code?: unknown };
    // The user name is part of the credentials, so errors of authentication must not show it. Often it is
    // also the sender, which other responses name.
    const answer = readRelayAnswer(response, secret(), code === 'EAUTH' ? user : undefined);
    const responseText = answer ? ` Its response: ${answer}` : '';
    return { error: `${describeMailError(cause)}${responseText}${greetingHint(answer)}`, answer };
  }
}

/** Returns a hint about the setting if a response concerns the name in EHLO. */
function greetingHint(answer = ''): string {
  if (!/\b(?:ehlo|helo|fqdn|host ?name)\b/i.test(answer)) return '';
  const end = /[.!?]$/.test(answer) ? '' : '.';
  return `${end} You can change the name in EHLO with the setting smtp_hostname.`;
}

async function connectAndSend(context: MailContext, mail: Mail, ms: number) {
  const { settings, tokens, allowLoopback } = context;
  const host = settings.text('smtp_host');
  if (!host) throw new DeliveryError(NO_MAIL_SERVER);
  const auth = await signInOf(context);
  const [address] = await resolveAllowedAddresses(host, allowLoopback);
  // We open the connection ourselves, because the library cannot stop one that keeps sending slowly.
  const socket = connect({ host: address!, port: settings.integer('smtp_port') });
  try {
    return await withDeadline(socket, ms, () => send(settings, mail, { host, socket, auth }));
  } catch (cause) {
    // The next mail requests a new token.
    if ((cause as { code?: unknown } | null)?.code === 'EAUTH') tokens.expire();
    throw cause;
  }
}

/** Returns the credentials for the mail server, or undefined without a user in the settings. */
async function signInOf(context: MailContext): Promise<SignIn | undefined> {
  const { settings } = context;
  const user = settings.text('smtp_user');
  if (settings.text('smtp_auth') !== 'xoauth2')
    return user ? { user, pass: settings.text('smtp_password') } : undefined;
  if (!user) throw new DeliveryError('Enter smtp_user, the mailbox that sends the mails.');
  // A token must be protected like a password.
  if (settings.text('smtp_security') === 'none')
    throw new DeliveryError('OAuth 2.0 requires smtp_security starttls or tls.');
  return { type: 'OAuth2', user, accessToken: await getMailToken(context, performance.now()) };
}

type SignIn = { user: string; pass: string } | { type: 'OAuth2'; user: string; accessToken: string };

interface Connection {
  host: string;
  socket: Socket;
  auth: SignIn | undefined;
}

async function send(settings: Settings, mail: Mail, { host, socket, auth }: Connection) {
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve()).once('error', reject);
  });
  const security = settings.text('smtp_security');
  const [user, ca] = ['smtp_user', 'smtp_ca'].map((key) => settings.text(key));
  const transport = createTransport({
    getSocket: (_options: unknown, use: (error: null, using: { connection: Socket }) => void) =>
      use(null, { connection: socket }),
    host,
    name: await greetingName(settings, socket.localAddress),
    port: settings.integer('smtp_port'),
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: {
      // The check of certificates is explicit, because its default can be changed for the whole process.
      rejectUnauthorized: true,
      ...(isIP(host) ? {} : { servername: host }),
      ...(ca ? { ca: [...tls.rootCertificates, ca] } : {}),
    },
    auth,
  });
  return await transport.sendMail({
    from: settings.text('smtp_from') || user,
    // An object counts as exactly one address, whatever text it contains.
    to: [mail.to].flat().map((to) => ({ name: '', address: oneAddress(to) })),
    subject: mail.subject.replace(/[\r\n]+/g, ' '),
    text: mail.text,
    html: mail.html,
    attachments: mail.attachments?.map(({ filename, mediatype, content }) => ({
      filename,
      contentType: mediatype,
      content,
    })),
  });
}

function oneAddress(to: string): string {
  if (isPlainAddress(to)) return to;
  throw new DeliveryError('The recipient is not a single email address.');
}
