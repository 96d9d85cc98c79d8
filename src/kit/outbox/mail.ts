import { connect, isIP, type Socket } from 'node:net';
import tls from 'node:tls';
import { createTransport } from 'nodemailer';
import { allowedAddresses } from '../outbound.ts';
import type { Settings } from '../settings/settings.ts';
import { isPlainAddress } from './addresses.ts';
import { DEADLINE_MS, inTime } from './deadline.ts';
import type { Mail } from './outbox.ts';
import { DeliveryError, mailReason } from './reasons.ts';

/** Sends one mail now; answers which of several recipients the server refused. Throws an Error whose message is fit to be shown. */
export async function sendMail(
  settings: Settings,
  mail: Mail,
  allowLoopback: boolean,
  ms = DEADLINE_MS,
): Promise<string | undefined> {
  const host = settings.text('smtp_host');
  if (!host) throw new Error('No mail server is set. Enter it in the settings, under Mail and alerts.');
  try {
    const [address] = await allowedAddresses(host, allowLoopback);
    // A connection of our own, because nobody else can end one that drips.
    const socket = connect({ host: address!, port: settings.integer('smtp_port') });
    return await inTime(socket, ms, () => send(settings, mail, host, socket));
  } catch (cause) {
    throw new Error(mailReason(cause));
  }
}

async function send(
  settings: Settings,
  mail: Mail,
  host: string,
  socket: Socket,
): Promise<string | undefined> {
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve()).once('error', reject);
  });
  const security = settings.text('smtp_security');
  const [user, pass, ca] = ['smtp_user', 'smtp_password', 'smtp_ca'].map((key) => settings.text(key));
  const transport = createTransport({
    getSocket: (_options: unknown, use: (error: null, using: { connection: Socket }) => void) =>
      use(null, { connection: socket }),
    host,
    port: settings.integer('smtp_port'),
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: {
      // Said, because a process can be told otherwise as a whole.
      rejectUnauthorized: true,
      ...(isIP(host) ? {} : { servername: host }),
      ...(ca ? { ca: [...tls.rootCertificates, ca] } : {}),
    },
    auth: user ? { user, pass } : undefined,
  });
  const { rejected } = await transport.sendMail({
    from: settings.text('smtp_from') || user,
    // As an object it is one address, whatever stands in it.
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
  return rejected.length > 0
    ? `The mail server refused ${rejected.length} of ${[mail.to].flat().length} recipients.`
    : undefined;
}

function oneAddress(to: string): string {
  if (isPlainAddress(to)) return to;
  throw new DeliveryError('The recipient is not one plain e-mail address.');
}
