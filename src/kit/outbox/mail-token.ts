import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { SignJWT } from 'jose';
import { fetchOutbound } from '../outbound-fetch.ts';
import type { Settings } from '../settings/settings.ts';
import { DEADLINE_MS } from './deadline.ts';
import { DeliveryError } from './delivery-errors.ts';
import type { MailTokens } from './mail-tokens.ts';

/** The time in milliseconds before its expiry at which a token is renewed. */
const MARGIN_MS = 120_000;
const ASSERTION_SECONDS = 300;
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** The credentials of the appliance at the OAuth authorization server. */
interface OAuthClient {
  url: string;
  clientid: string;
  scope: string;
  secret: string;
  /** A certificate and its private key in PEM format; empty when the secret is used. */
  certificate: string;
}

/** Settings and state for sending mail. */
export interface MailContext {
  settings: Settings;
  tokens: MailTokens;
  /** True if servers on this machine are allowed. */
  allowLoopback: boolean;
}

/**
 * Returns an access token for the mail server, by the OAuth 2.0 client credentials grant of the settings. The
 * last token is used again until two minutes before it expires. Throws a DeliveryError without a secret in
 * its message, or the error of a certificate that cannot be read.
 */
export async function getMailToken(
  { settings, tokens, allowLoopback }: MailContext,
  now: number,
): Promise<string> {
  const client = clientOf(settings);
  const text = JSON.stringify(client);
  const cached = tokens.find(text, now);
  if (cached !== undefined) return cached;
  const { token, seconds } = await requestToken(client, settings.text('outbound_ca'), allowLoopback);
  tokens.store({ client: text, token, until: now + seconds * 1000 - MARGIN_MS });
  return token;
}

function clientOf(settings: Settings): OAuthClient {
  const text = (part: string) => settings.text(`smtp_oauth_${part}`).trim();
  const tenant = text('tenant');
  const url =
    text('token_url') ||
    (tenant && `https://login.microsoftonline.com/${encodeURIComponent(tenant)}/oauth2/v2.0/token`);
  const client = {
    url,
    clientid: text('client_id'),
    scope: text('scope'),
    secret: text('client_secret'),
    certificate: text('certificate'),
  };
  if (!url) throw new DeliveryError('Enter smtp_oauth_tenant or smtp_oauth_token_url.');
  if (!client.clientid) throw new DeliveryError('Enter smtp_oauth_client_id.');
  if (!client.secret && !client.certificate)
    throw new DeliveryError('Enter smtp_oauth_client_secret or smtp_oauth_certificate.');
  return client;
}

async function requestToken(client: OAuthClient, ca: string, allowLoopback: boolean) {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: client.clientid,
    scope: client.scope,
    ...(client.certificate
      ? { client_assertion_type: ASSERTION_TYPE, client_assertion: await assertionOf(client) }
      : { client_secret: client.secret }),
  });
  const answer = await ask(client.url, form, ca, allowLoopback);
  const { access_token: token, expires_in: seconds, error } = answer;
  if (typeof token === 'string' && token !== '')
    return { token, seconds: typeof seconds === 'number' ? seconds : 0 };
  const code = typeof error === 'string' && /^[a-z_]{3,40}$/.test(error) ? ` (${error})` : '';
  throw new DeliveryError(`The sign-in service for mail issued no token${code}.`);
}

async function ask(
  url: string,
  form: URLSearchParams,
  ca: string,
  allowLoopback: boolean,
): Promise<Record<string, unknown>> {
  try {
    const answer = await fetchOutbound(ca, allowLoopback)(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: form.toString(),
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    return ((await answer.json()) ?? {}) as Record<string, unknown>;
  } catch (cause) {
    const { code } = (cause ?? {}) as { code?: unknown };
    const suffix = typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,48}$/.test(code) ? ` (${code})` : '';
    throw new DeliveryError(`The sign-in service for mail could not be reached${suffix}.`);
  }
}

/** Returns a JWT signed by the key of the certificate (RFC 7523), as Microsoft Entra requires it. */
async function assertionOf({ url, clientid, certificate }: OAuthClient): Promise<string> {
  const { raw } = new X509Certificate(certificate);
  const thumbprint = createHash('sha256').update(raw).digest('base64url');
  return new SignJWT({})
    .setProtectedHeader({ alg: 'PS256', typ: 'JWT', 'x5t#S256': thumbprint })
    .setIssuer(clientid)
    .setSubject(clientid)
    .setAudience(url)
    .setJti(crypto.randomUUID())
    .setIssuedAt()
    .setExpirationTime(`${ASSERTION_SECONDS}s`)
    .sign(createPrivateKey(certificate));
}
