import { createHmac, randomBytes } from 'node:crypto';

interface SignatureInput {
  id: string;
  body: string;
  at: Date;
}

/**
 * Returns the headers of Standard Webhooks (standardwebhooks.com): `webhook-id`, `webhook-timestamp` in
 * seconds, and `webhook-signature`. The signature is `v1,` and the base64 of the HMAC-SHA-256 over
 * `id.timestamp.body`.
 */
export function signWebhook(secret: string, { id, body, at }: SignatureInput): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const mac = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${mac}` };
}

const PREFIX = 'whsec_';

/** Creates a secret in the format of the Standard Webhooks libraries. */
export const createSigningSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/** Returns the error in a secret as the end of a sentence, or undefined for a valid secret. */
export function validateSigningSecret(secret: string): string | undefined {
  const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '';
  const key = Buffer.from(encoded, 'base64');
  if (key.toString('base64') === encoded && key.length >= 24 && key.length <= 64) return undefined;
  return 'must be whsec_ and 24 to 64 random bytes in base64. The page "Mail and webhooks" can create one.';
}

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');
