import { z } from 'zod';
import { AppError } from '../../src/kit/errors.ts';
import type { Host } from '../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../src/kit/http/api.ts';
import { bodyTooLargeError } from '../../src/kit/http/body.ts';
import { EXPIRY_HOURS, MAX_CIPHERTEXT_LENGTH } from './limits.ts';
import { LinkGuessLimiter } from './link-guess-limiter.ts';
import { createSecret, findUnreadSecretId, redeemSecret } from './service.ts';

const TOO_LARGE = {
  message:
    'An encrypted secret can have at most 128 KiB. Links are for passwords, keys and small files. Send a large file another way, and its password with a link.',
  limit: MAX_CIPHERTEXT_LENGTH,
};
const SECRET_GONE =
  'This link does not work: the secret was already opened, has expired or never existed. Ask the sender for a new link.';
/** Maximum size of the request body: the ciphertext and the JSON around it. */
const MAX_BODY_BYTES = MAX_CIPHERTEXT_LENGTH + 4096;

const secret = z
  .object({
    ciphertext: z
      .string()
      .regex(/^[A-Za-z0-9_-]+={0,2}$/, 'Encrypt the secret and send it as base64url.')
      .meta({
        description: `At most ${MAX_CIPHERTEXT_LENGTH} characters of base64url. The key stays with the sender.`,
      }),
    expiryhours: z.literal([...EXPIRY_HOURS], 'Choose 1, 4, 24, 72 or 168 hours.'),
  })
  .meta({ id: 'SecretToSend' });

const sent = z
  .object({
    token: z.string().meta({ description: 'Shown only once.' }),
    url: z.string().meta({ description: 'The link without its key. The sender appends # and the key.' }),
    expiresat: z.iso.datetime(),
  })
  .meta({ id: 'SecretSent' });

// Any text is accepted as a token. Otherwise a validation error would distinguish malformed tokens from
// unknown ones.
const byToken = z.object({ token: z.string() });

/** Routes to send a secret and to read it once. */
export const secureSendRoutes = (host: Host): Api =>
  api('/api/securesend')
    .post(
      '',
      ({ call, body }) => {
        if (body.ciphertext.length > MAX_CIPHERTEXT_LENGTH)
          throw bodyTooLargeError(MAX_CIPHERTEXT_LENGTH, TOO_LARGE);
        return createSecret(host, call.context, body);
      },
      routeOptions({
        access: { can: 'securesend.create' },
        summary: 'Store an encrypted secret that can be read once',
        body: secret,
        maxbody: MAX_BODY_BYTES,
        toolarge: TOO_LARGE,
        responseSchema: sent,
        status: 201,
      }),
    )
    .post(
      '/:token/redeem',
      ({ call, params }) => {
        const found = host
          .getInstance(LinkGuessLimiter)
          .findAndCountMiss(call, () => redeemSecret(host, call.context, params.token));
        if (!found) throw new AppError('NOT_FOUND', SECRET_GONE);
        return found;
      },
      routeOptions({
        access: 'open',
        summary: 'Read a secret and delete it; 404 if it was already read, has expired or never existed',
        params: byToken,
        responseSchema: z.object({ ciphertext: z.string() }),
      }),
    )
    .get(
      '/:token',
      ({ call, params }) => {
        const found = host
          .getInstance(LinkGuessLimiter)
          .findAndCountMiss(call, () => findUnreadSecretId(host, params.token));
        return { live: found !== undefined };
      },
      routeOptions({
        access: 'open',
        summary: 'Check whether a secret can still be read, without reading it',
        params: byToken,
        responseSchema: z.object({ live: z.boolean() }),
      }),
    );
