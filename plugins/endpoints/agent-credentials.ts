import { timingSafeEqual } from 'node:crypto';
import { resolveCallingPc } from '../../src/features/collector/index.ts';
import { COLLECTOR, isEqualText, readBasicPassword } from '../../src/features/identity/index.ts';
import type { Actor } from '../../src/kit/actor.ts';
import type { PcClaim } from '../../src/kit/contributions.ts';
import type { Reader } from '../../src/kit/data/reader.ts';
import { AppError } from '../../src/kit/errors.ts';
import type { Mechanism } from '../../src/kit/gate.ts';
import type { Host } from '../../src/kit/host.ts';
import { cleanHostName } from '../../src/kit/host-name.ts';
import type { Credential } from '../../src/kit/http/credential.ts';
import { hashSecret } from '../../src/kit/minted-secret.ts';
import { ASSET_MISMATCH, CREDENTIAL_INVALID, SHARED_KEY_REFUSED } from './manifest.ts';
import { canonicalizeHostname } from './names.ts';
import { isOwnClaim } from './own-claim.ts';
import { computerOf, credentialOfAsset, credentialOfPrefix, stampFirstUse } from './queries.ts';

const FORM = /^(mw_epc_[A-Za-z0-9]{8})_[A-Za-z0-9_-]{43}$/;

/** Credential of an enrolled PC, which identifies it. */
export const AGENT_CREDENTIAL: Credential = {
  kind: 'endpoint',
  schemes: {
    endpointcredential: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Endpoint-Credential',
      description: 'The credential of an enrolled PC (mw_epc_).',
    },
  },
};

/**
 * Shared key of all PCs without a credential, in X-API-Key or as the password of basic authentication. The PC
 * identifies itself by its host name.
 */
export const SHARED_KEY_CREDENTIAL: Credential = { kind: 'sharedkey' };

interface AgentActor extends Actor {
  assetid: number;
}

/**
 * The calling PC. With a credential, `hostname` is that of the register, or `asset <ID>` without one. With
 * the shared key, it comes from the request and may be empty.
 */
export interface CallingPc {
  assetid: number;
  hostname: string;
}

const NO_PERMISSION: ReadonlySet<string> = new Set();

const machine = (kind: string, name: string): Actor => ({
  kind,
  userid: null,
  name,
  isadmin: false,
  permissions: NO_PERMISSION,
});

/**
 * Authenticates a PC by its credential. Throws 401 for an invalid one, and returns undefined for a request
 * without one. Nothing is cached, so that a revoked credential is rejected at once.
 */
export const createAgentMechanism = (host: Host): Mechanism => {
  return (req) => {
    const credential = req.headers.get('x-endpoint-credential');
    if (credential === null) return undefined;
    const pc = findPcOfCredential(host, credential);
    if (!pc) throw invalidCredentialError();
    return { ...machine(AGENT_CREDENTIAL.kind, pc.hostname), assetid: pc.assetid } as AgentActor;
  };
};

/** Returns the 401 for a credential that was never issued or was revoked. Its agent enrolls again. */
export const invalidCredentialError = () =>
  new AppError(CREDENTIAL_INVALID, 'This credential is no longer valid. Enroll again.');

/**
 * Returns the PC of a credential, also an inactive one. Returns undefined when the credential is invalid or
 * revoked. Stores the time of its first use. A PC without a host name is called `asset <ID>`.
 */
export function findPcOfCredential(host: Host, credential: string): CallingPc | undefined {
  const prefix = FORM.exec(credential)?.[1] ?? '';
  const row = host.db.read((reader) => credentialOfPrefix.get(reader, { prefix }));
  const stored = Buffer.from(row?.secrethash ?? '0'.repeat(64), 'hex');
  if (!timingSafeEqual(stored, Buffer.from(hashSecret(credential), 'hex')) || !row) return undefined;
  // After its first use, the credential cannot be fetched again.
  if (row.firstuseddate === null)
    host.db.writeUnaudited((tx) => stampFirstUse.run(tx, { assetid: row.assetid, at: tx.at }));
  return { assetid: row.assetid, hostname: row.hostname ?? `asset ${row.assetid}` };
}

/** Authenticates the shared key while it is enabled. Other keys are left to their own mechanism. */
export const createSharedKeyMechanism = (host: Host): Mechanism => {
  return (req) =>
    hasSharedKey(host, req)
      ? { ...machine(SHARED_KEY_CREDENTIAL.kind, 'shared key'), isshared: true }
      : undefined;
};

/**
 * Reports whether the request contains the valid shared key. False while the key is disabled or not set. A
 * wrong or missing key takes the same time.
 */
export function hasSharedKey(host: Host, req: Request): boolean {
  const sharedKey = host.settings.text('endpoints_shared_key');
  const presentedKey = req.headers.get('x-api-key') ?? readBasicPassword(req) ?? '';
  const isEqual = isEqualText(sharedKey, presentedKey);
  return isEqual && sharedKey !== '' && host.settings.boolean('endpoints_shared_key_enabled');
}

/**
 * Returns the calling PC with its host name. `hostnames` are those in the query and the body, of which a
 * caller with the shared key needs one. Its host name is returned in canonical form, or empty when it has
 * none (`canonicalizeHostname`). Throws what `resolveCallingPc` throws.
 */
export function readCallingPc(host: Host, actor: Actor, ...hostnames: (string | undefined)[]): CallingPc {
  const assetid = host.db.read((reader) => resolveCallingPc(host, reader, { actor, hostnames }));
  if ('assetid' in actor) return { assetid, hostname: actor.name ?? '' };
  const named = hostnames.find((name) => name !== undefined) ?? '';
  return { assetid, hostname: canonicalizeHostname(cleanHostName(named)) ?? '' };
}

/**
 * Throws 403 when a claim does not match the PC of the credential. Without a claim, throws it when another PC
 * is among the candidates.
 */
function refuseAnother(
  reader: Reader,
  assetid: number,
  claim: PcClaim | undefined,
  candidates: readonly number[],
): void {
  const isAnother = claim
    ? !isOwnClaim(reader, assetid, claim, candidates)
    : candidates.some((other) => other !== assetid);
  if (isAnother) throw assetMismatchError();
}

/** Returns the 403 for a request that names another PC than the caller, or concerns its data. */
export const assetMismatchError = () =>
  new AppError(ASSET_MISMATCH, 'This credential belongs to a different PC than the request names.');

/**
 * Throws 403 for a PC whose record is inactive or no computer. The agent of such a PC gets no commands. It
 * continues automatically once the record is active again.
 */
function refuseRetired(reader: Reader, assetid: number): void {
  if (computerOf.get(reader, { assetid })?.isactive !== 1)
    throw new AppError('FORBIDDEN', 'The record of this PC is inactive. Ask an admin to reactivate it.');
}

/** Throws 401 SHARED_KEY_REFUSED when the PC has a credential of its own. */
export function refuseEnrolled(reader: Reader, assetid: number): void {
  if (credentialOfAsset.get(reader, { assetid }))
    throw new AppError(
      SHARED_KEY_REFUSED,
      'This PC has its own credential, so the shared key is not accepted.',
    );
}

/**
 * Returns the PC of the caller's credential, or undefined for a caller without the credential of a PC.
 * `candidates` are the records that the request may refer to. Throws 403 when that PC is inactive, or when
 * the request is about another PC. `isOwnClaim` decides this; without a claim, any other candidate counts.
 * Throws 401 for the shared key or the collector key when a candidate has its own credential.
 */
export function identifyPc(
  reader: Reader,
  actor: Actor,
  candidates: readonly number[],
  claim?: PcClaim,
): number | undefined {
  if ('assetid' in actor) {
    const { assetid } = actor as AgentActor;
    refuseAnother(reader, assetid, claim, candidates);
    refuseRetired(reader, assetid);
    return assetid;
  }
  if (actor.kind === SHARED_KEY_CREDENTIAL.kind || actor.kind === COLLECTOR.kind)
    for (const assetid of candidates) refuseEnrolled(reader, assetid);
  return undefined;
}
