import { randomBytes } from 'node:crypto';
import type { Actor } from '../../src/kit/actor.ts';
import type { WriteContext } from '../../src/kit/data/tx.ts';
import { AppError } from '../../src/kit/errors.ts';
import type { Host } from '../../src/kit/host.ts';
import { hashSecret } from '../../src/kit/minted-secret.ts';
import { Eraser } from './eraser.ts';
import type { ExpiryHours } from './limits.ts';
import { consumeSecret, insertSecret, secretOf, unreadLinks } from './queries.ts';

const HOUR_MS = 3600 * 1000;
const TOKEN_BYTES = 16;
/** Maximum number of unopened links of one sender. Their ciphertext takes at most 64 MiB. */
const MAX_UNREAD = 500;
const DELETED = 'securesend.deleted';

export interface SecretInput {
  ciphertext: string;
  expiryhours: ExpiryHours;
}

/**
 * Stores a secret for the requested hours. Only this response contains the token. Throws 429 when the sender
 * has too many unopened links.
 */
export function createSecret(host: Host, context: WriteContext, { ciphertext, expiryhours }: SecretInput) {
  host.getInstance(Eraser).eraseIfExpired();
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const sender = senderOf(context.actor);
  const { value: expiresat } = host.db.transact(context, 'securesend.secret.created', (tx) => {
    const { n, until } = unreadLinks.get(tx, { sender, at: tx.at })!;
    if (n >= MAX_UNREAD) throw tooMany(Date.parse(until!) - Date.parse(tx.at));
    const expiresat = new Date(Date.parse(tx.at) + expiryhours * HOUR_MS).toISOString();
    const values = { tokenhash: hashSecret(token), ciphertext, sender, expiresat, at: tx.at };
    const { securesendid } = insertSecret.get(tx, values)!;
    const details = { expiryhours, expiresat };
    tx.audit({ entitytype: 'secret', entityid: securesendid, details, undoable: false });
    return expiresat;
  });
  return { token, url: linkOf(host, token), expiresat };
}

/**
 * Reads and deletes a secret. Returns undefined for a used, expired or unknown token, all by the same
 * statements.
 */
export function redeemSecret(
  host: Host,
  context: WriteContext,
  token: string,
): { ciphertext: string } | undefined {
  host.getInstance(Eraser).eraseIfExpired();
  return host.db.transact(context, 'securesend.secret.redeemed', (tx) => {
    const taken = consumeSecret.get(tx, { tokenhash: hashSecret(token), at: tx.at });
    if (!taken) return undefined;
    tx.audit({ entitytype: 'secret', entityid: taken.securesendid, undoable: false });
    tx.emit({ name: DELETED });
    return { ciphertext: taken.ciphertext };
  }).value;
}

/**
 * Returns the ID of the secret of a link without reading it; undefined if the secret was read, has expired or
 * never existed.
 */
export function findUnreadSecretId(host: Host, token: string): number | undefined {
  host.getInstance(Eraser).eraseIfExpired();
  const tokenhash = hashSecret(token);
  return host.db.read((reader) => secretOf.get(reader, { tokenhash, at: reader.at })?.securesendid);
}

/**
 * Schedules the removal of read secrets from the disk after each read, and at the start in case power failed
 * before that.
 */
export function startEraser(host: Host): void {
  host.events.on(DELETED, () => host.getInstance(Eraser).scheduleErase());
  host.getInstance(Eraser).scheduleErase();
}

/**
 * Returns the URL of a link. It starts with the configured site address, because recipients may be outside
 * the network. Without that address it is only a path.
 */
function linkOf({ settings, config }: Host, token: string): string {
  const site = settings.text('site_url').replace(/\/+$/, '');
  return `${site || config.basePath}/send/${token}`;
}

const senderOf = ({ kind, userid, tokenid, name }: Actor): string =>
  userid === null ? `${kind} ${tokenid ?? name}` : `user ${userid}`;

const tooMany = (milliseconds: number) =>
  new AppError(
    'RATE_LIMITED',
    `You have ${MAX_UNREAD} unopened links. Wait until some are opened or expire.`,
    undefined,
    Math.max(1, Math.ceil(milliseconds / 1000)),
  );
