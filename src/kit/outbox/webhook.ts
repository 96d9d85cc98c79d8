import { request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import type { z } from 'zod';
import { resolveAllowedAddresses } from '../outbound.ts';
import { DeliveryError, describeWebhookError } from './delivery-errors.ts';
import type { Delivery, Webhook } from './outbox.ts';
import { signWebhook } from './signature.ts';
import type { webhookBody } from './webhook-body.ts';

/**
 * Posts the event as JSON. Throws an Error whose message may be shown to users, also for a status of 300 or
 * more. Follows no redirect.
 */
export async function postWebhook(
  webhook: Webhook,
  { id, occurredat, at }: Delivery,
  { secret, allowLoopback, ms }: { secret: string; allowLoopback: boolean; ms: number },
): Promise<void> {
  const url = new URL(webhook.url);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Error('Webhooks must use http or https.');
  const { event, title, text, link, severity, data } = webhook;
  const payload: z.output<typeof webhookBody> = { event, title, text, url: link, severity, occurredat, data };
  const body = JSON.stringify(payload);
  try {
    // The request uses the address that was checked. The name could resolve to another address a moment
    // later.
    const [address] = await resolveAllowedAddresses(url.hostname, allowLoopback);
    const headers = secret ? signWebhook(secret, { id, body, at }) : { 'webhook-id': id };
    const status = await post(url, address!, { body, headers }, ms);
    if (status >= 300) throw new DeliveryError(`The receiver returned ${status}.`);
  } catch (cause) {
    throw new Error(describeWebhookError(cause));
  }
}

interface Post {
  body: string;
  headers: Readonly<Record<string, string>>;
}

function post(url: URL, address: string, { body, headers }: Post, ms: number): Promise<number> {
  const options: RequestOptions = {
    host: address,
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    path: url.pathname + url.search,
    method: 'POST',
    headers: {
      Host: url.host,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      ...headers,
    },
    // Without an agent, each webhook has its own connection, which closes with it.
    agent: false,
    rejectUnauthorized: true,
    ...(url.protocol === 'https:' && !isIP(url.hostname) ? { servername: url.hostname } : {}),
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(options, (response) => {
      // The status code is sufficient. The body of the response is not read.
      resolve(response.statusCode ?? 0);
      clearTimeout(deadline);
      response.destroy();
      request.destroy();
    });
    const deadline = setTimeout(() => {
      reject(new DeliveryError(`The delivery did not finish within ${ms / 1000} seconds.`));
      request.destroy();
    }, ms);
    request.on('error', (cause) => {
      clearTimeout(deadline);
      reject(cause);
    });
    request.end(body);
  });
}
