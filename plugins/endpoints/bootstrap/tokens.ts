import { timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import type { Actor } from '../../../src/kit/actor.ts';
import type { WriteContext } from '../../../src/kit/data/tx.ts';
import { AppError, invalid } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { Page } from '../../../src/kit/http/page.ts';
import { readListPage } from '../../../src/kit/list/list-page.ts';
import { hashSecret, mintSecret } from '../../../src/kit/minted-secret.ts';
import { CREATED_ACTION, TOKEN_TABLES, tokenColumns, type tokenListQuery } from './list-columns.ts';
import { spendUse, tokenOfPrefix } from './queries.ts';
import type { CreateTokenInput, TokenRow } from './schemas.ts';
import { buildPowershellCommand, buildShCommand, type InstallerSetup } from './scripts.ts';
import { createInstallerSetup } from './setup.ts';
import { type BootstrapToken, bootstraptokens } from './tables.ts';

const FORM = /^(mw_bst_[A-Za-z0-9]{8})_[A-Za-z0-9_-]{43}$/;
const HOUR_MS = 3600 * 1000;

/**
 * Creates a token that installs agents. Only this result contains its secret and the install commands. Throws
 * 409 without a site address. Throws 400 when the address is not https, or when there is nothing to pin and
 * `publicauthority` is false.
 */
export function createBootstrapToken(host: Host, context: WriteContext, minting: CreateTokenInput) {
  const { name, expireshours, maxuses = null, publicauthority } = minting;
  const { secret, prefix, secrethash } = mintSecret('mw_bst_');
  const setup = createInstallerSetup(host, secret);
  refuseUseless(setup, publicauthority);
  const isUnpinned = setup.pins.length === 0;
  const { value } = host.db.transact(context, CREATED_ACTION, (tx) => {
    const expiresat = new Date(Date.parse(tx.at) + expireshours * HOUR_MS).toISOString();
    const id = tx.insert(bootstraptokens, { name, prefix, secrethash, expiresat, maxuses });
    tx.audit({
      entitytype: 'bootstraptoken',
      entityid: id,
      details: { name, prefix, expiresat, maxuses, ...(isUnpinned && { publicauthority }) },
      undoable: false,
    });
    return id;
  });
  return {
    ...tokenView(host, value),
    secret,
    command: buildPowershellCommand(setup),
    shcommand: buildShCommand(setup),
  };
}

/**
 * Throws an error when the install command could not work, or would pin nothing without consent. It is 409
 * without an address, 400 otherwise.
 */
function refuseUseless(
  setup: InstallerSetup | undefined,
  publicauthority: boolean,
): asserts setup is InstallerSetup {
  if (!setup)
    throw new AppError(
      'CONFLICT',
      'The address of this appliance is not set. Enter it in the settings (site_url) first.',
      {
        field: 'site_url',
      },
    );
  if (setup.pins.length === 0 && !publicauthority)
    throw invalid(
      'publicauthority',
      'This appliance does not use TLS, so installers cannot pin its certificate. Start it with TLS, or accept any public authority (publicauthority: true).',
    );
  if (!setup.server.startsWith('https://'))
    throw invalid(
      'site_url',
      'The agent can be downloaded only over https. Enter the https address of this appliance in the settings (site_url) first.',
    );
}

/** Revokes a token. Does nothing when it is already revoked. Throws 404 when it is unknown. */
export function revokeBootstrapToken(host: Host, context: WriteContext, bootstraptokenid: number): void {
  host.db.transact(context, 'endpoints.bootstraptoken.revoked', (tx) => {
    const { name, prefix } = tx.must(bootstraptokens, bootstraptokenid, 'Bootstrap token');
    if (!tx.update(bootstraptokens, bootstraptokenid, { revoked: 1 })) return;
    tx.audit({
      entitytype: 'bootstraptoken',
      entityid: bootstraptokenid,
      details: { name, prefix },
      undoable: false,
    });
  });
}

type ListedToken = Omit<TokenRow, 'revoked'> & { revoked: number };

const toTokenRow = (row: ListedToken): TokenRow => ({ ...row, revoked: row.revoked === 1 });

function tokenView(host: Host, bootstraptokenid: number): TokenRow {
  const columns = tokenColumns.listSelected().join(', ');
  return host.db.read((reader) =>
    toTokenRow(
      reader.get<ListedToken>(
        `SELECT ${columns} FROM ${TOKEN_TABLES} WHERE t.bootstraptokenid = ?`,
        reader.at,
        bootstraptokenid,
      )!,
    ),
  );
}

/** Lists a page of the tokens, the newest first by default. */
export function listBootstrapTokens(host: Host, actor: Actor, query: z.output<typeof tokenListQuery>) {
  const { rows, pagination } = readListPage<ListedToken>(
    host.db,
    tokenColumns,
    (reader) => ({ from: TOKEN_TABLES, params: [reader.at], id: 't.bootstraptokenid' }),
    { query, actor },
  );
  return new Page(rows.map(toTokenRow), pagination);
}

const isUsable = ({ revoked, expiresat, usecount, maxuses }: BootstrapToken, at: string): boolean =>
  revoked === 0 && expiresat > at && (maxuses === null || usecount < maxuses);

/**
 * Returns the token of a secret. Returns undefined for any other text, and for a token that is revoked,
 * expired or used up.
 */
export function findUsableToken(host: Host, secret: string): BootstrapToken | undefined {
  const prefix = FORM.exec(secret)?.[1] ?? '';
  return host.db.read((reader) => {
    const row = tokenOfPrefix.get(reader, { prefix });
    const stored = Buffer.from(row?.secrethash ?? '0'.repeat(64), 'hex');
    if (!timingSafeEqual(stored, Buffer.from(hashSecret(secret), 'hex')) || !row) return undefined;
    return isUsable(row, reader.at) ? row : undefined;
  });
}

/**
 * Counts one use of a token, for the download of a build. Returns false when the token can no longer be used.
 */
export function spendTokenUse(
  host: Host,
  context: WriteContext,
  { bootstraptokenid, prefix }: BootstrapToken,
  build: { version: string; platform: string },
): boolean {
  return host.db.transact(context, 'endpoints.bootstraptoken.used', (tx) => {
    if (spendUse.run(tx, { bootstraptokenid, at: tx.at }) === 0) return false;
    const { version, platform } = build;
    tx.audit({
      entitytype: 'bootstraptoken',
      entityid: bootstraptokenid,
      details: { prefix, version, platform },
      undoable: false,
    });
    return true;
  }).value;
}
