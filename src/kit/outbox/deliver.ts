import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import { allowedAddresses } from '../outbound.ts';
import type { Settings } from '../settings/settings.ts';
import type { Deliver, Mail, Webhook } from './outbox.ts';

const TIMEOUT_MS = 5000;

/** Delivery by the site's mail server and by HTTP. Credentials never appear in the errors thrown. */
export function delivery(settings: Settings, allowLoopback: boolean): Deliver {
  return {
    mail: (mail) => sendMail(settings, mail, allowLoopback),
    webhook: (webhook, occurredat) => postWebhook(webhook, occurredat, allowLoopback),
  };
}

/** Sends one mail now; throws an Error whose message is fit to be shown. */
export async function sendMail(settings: Settings, mail: Mail, allowLoopback: boolean): Promise<void> {
  const host = settings.text('smtp_host');
  if (!host) throw new Error('No mail server is set. Enter smtp_host in the settings.');
  try {
    const [address] = await allowedAddresses(host, allowLoopback);
    const transport = createTransport({
      host: address,
      port: settings.integer('smtp_port'),
      secure: settings.text('smtp_security') === 'tls',
      requireTLS: settings.text('smtp_security') === 'starttls',
      ignoreTLS: settings.text('smtp_security') === 'none',
      tls: isIP(host) ? {} : { servername: host },
      auth: settings.text('smtp_user')
        ? { user: settings.text('smtp_user'), pass: settings.text('smtp_password') }
        : undefined,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    });
    const header = mail.subject.replace(/[\r\n]+/g, ' ');
    await transport.sendMail({
      from: settings.text('smtp_from') || settings.text('smtp_user'),
      ...mail,
      subject: header,
    });
  } catch (cause) {
    throw new Error(scrub(cause instanceof Error ? cause.message : String(cause), settings));
  }
}

function scrub(message: string, settings: Settings): string {
  let clean = message;
  for (const key of ['smtp_password', 'smtp_user']) {
    const secret = settings.text(key);
    if (secret)
      clean = clean.replaceAll(secret, '***').replaceAll(Buffer.from(secret).toString('base64'), '***');
  }
  return clean;
}

async function postWebhook(webhook: Webhook, occurredat: string, allowLoopback: boolean): Promise<void> {
  const url = new URL(webhook.url);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Error('Only http and https webhooks are called.');
  // The request goes to an address that was judged, so that a name cannot point elsewhere a moment later.
  const [address] = await allowedAddresses(url.hostname, allowLoopback);
  const { event, title, text, link, severity, data } = webhook;
  const body = JSON.stringify({ event, title, text, url: link, severity, occurredat, data });
  const status = await post(url, address!, body);
  if (status >= 300) throw new Error(`The receiver answered ${status}.`);
}

function post(url: URL, address: string, body: string): Promise<number> {
  const options: RequestOptions = {
    host: address,
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    path: url.pathname + url.search,
    method: 'POST',
    headers: {
      Host: url.host,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    },
    timeout: TIMEOUT_MS,
    ...(url.protocol === 'https:' && !isIP(url.hostname) ? { servername: url.hostname } : {}),
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(options, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('timeout', () => request.destroy(new Error('The receiver did not answer within 5 seconds.')));
    request.on('error', reject);
    request.end(body);
  });
}
