import type { Actor } from '../../src/kit/actor.ts';
import { AppError } from '../../src/kit/errors.ts';
import type { Mechanism } from '../../src/kit/gate.ts';
import type { Host } from '../../src/kit/host.ts';
import { isInRanges } from '../../src/kit/http/client-address.ts';
import type { Credential } from '../../src/kit/http/credential.ts';
import { entryNameKey } from './canonical.ts';

/**
 * Credentials to fetch manifests and payloads, and to report: a service token with the scope, or an address
 * that an admin allowed.
 */
export const FETCH_CREDENTIAL = { kind: 'address', scope: 'enforce.fetch' } satisfies Credential;
export const REPORT_CREDENTIAL = { kind: 'address', scope: 'enforce.report' } satisfies Credential;

const MAX_ADDRESSES = 10_000;

/**
 * Reports which addresses need no token. Caches up to 10,000 results until `enforce_allowed_cidrs` changes.
 */
export class AllowedAddresses {
  private list = '';
  private readonly results = new Map<string, boolean>();

  constructor(private readonly host: Host) {}

  has(address: string): boolean {
    const list = this.host.settings.text('enforce_allowed_cidrs');
    if (list === '') return false;
    if (list !== this.list || this.results.size >= MAX_ADDRESSES) {
      this.results.clear();
      this.list = list;
    }
    let isAllowed = this.results.get(address);
    if (isAllowed === undefined) {
      isAllowed = isInRanges(address, list);
      this.results.set(address, isAllowed);
    }
    return isAllowed;
  }
}

/**
 * Authenticates a caller by its address. A caller with a token is authenticated by the token, whatever its
 * address.
 */
export const createAddressMechanism =
  (host: Host): Mechanism =>
  (req, address) => {
    if (req.headers.has('authorization') || req.headers.has('x-api-key')) return undefined;
    const from = address();
    return host.getInstance(AllowedAddresses).has(from) ? actorOf(from) : undefined;
  };

const actorOf = (name: string): Actor => ({
  kind: FETCH_CREDENTIAL.kind,
  userid: null,
  name,
  isadmin: false,
  permissions: new Set(),
});

/**
 * Reports whether a token is restricted to other scopes. A restricted token may not use a missing scope name.
 */
export const isOutsideTokenScopes = (
  { resourcescopes }: Actor,
  scopename: string | null | undefined,
): boolean =>
  resourcescopes != null &&
  !resourcescopes.some((bound) => scopename != null && entryNameKey(bound) === entryNameKey(scopename));

/** Throws 403 when the caller's token is restricted to other scopes. */
export function refuseOutsideTokenScopes(actor: Actor, scopename: string | null | undefined): void {
  if (isOutsideTokenScopes(actor, scopename))
    throw new AppError('FORBIDDEN', 'This token is limited to other enforcement scopes.');
}
