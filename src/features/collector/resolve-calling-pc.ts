import type { Actor } from '../../kit/actor.ts';
import type { PcClaim } from '../../kit/contributions.ts';
import type { Reader } from '../../kit/data/reader.ts';
import { invalid, notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { cleanHostName, shortHostName } from '../../kit/host-name.ts';
import { findSinglePc } from '../../kit/pc-identity.ts';
import { askAuthorizers } from './ask-authorizers.ts';

/** A caller that is a PC, or reports for one. */
interface Caller {
  actor: Actor;
  /** Host names that the query and the body contain. */
  hostnames: readonly (string | undefined)[];
}

/**
 * Returns the asset of the calling PC: that of its credential, otherwise that of the host name. Throws 403
 * ASSET_MISMATCH for the name of another PC than that of the credential. When the host name decides, throws
 * 400 for no name or two different ones, 404 for an unknown name, and 409 for a name that several PCs have.
 * Throws what the report authorizers throw for a PC that the caller may not represent.
 */
export function resolveCallingPc(host: Host, reader: Reader, { actor, hostnames }: Caller): number {
  const names = hostnames.filter((name) => name !== undefined).map(cleanHostName);
  const match = (hostname: string) => host.contributions.fleet?.matchPc(reader, { hostname });
  const authorizers = host.contributions.reportAuthorizers(host);
  const identify = (assetids: readonly number[], claim?: PcClaim) =>
    askAuthorizers(authorizers, ({ identifyPc }) => identifyPc(reader, actor, assetids, claim));
  const own = identify([]);
  if (own !== undefined) {
    for (const hostname of names) identify(match(hostname)?.candidates ?? [], { hostname });
    return own;
  }
  const hostname = selectHostName(names);
  const found = match(hostname);
  const assetid = found && findSinglePc(found, hostname);
  if (assetid === undefined) throw notFound('PC');
  identify([assetid], { hostname });
  return assetid;
}

/**
 * Returns the asset of the calling PC like `resolveCallingPc`. A call with the PC's own credential counts as
 * a report. Throws 429 when that PC calls too often.
 */
export function authorizeCallingPc(host: Host, reader: Reader, caller: Caller): number {
  const assetid = resolveCallingPc(host, reader, caller);
  const authorizers = host.contributions.reportAuthorizers(host);
  askAuthorizers(authorizers, ({ authorizeReport }) => authorizeReport(reader, caller.actor, [assetid]));
  return assetid;
}

/** Returns the only host name. Of a name with and without its domain, returns the one with the domain. */
function selectHostName(names: readonly string[]): string {
  const [first, other] = new Set(names.map((name) => shortHostName(name).toLowerCase()));
  if (first === undefined) throw invalid('hostname', 'Send the host name of this PC.');
  if (other !== undefined) throw invalid('hostname', 'The query and the body name different PCs.');
  return names.reduce((longest, name) => (name.length > longest.length ? name : longest));
}
