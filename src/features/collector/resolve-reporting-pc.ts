import type { Actor } from '../../kit/actor.ts';
import type { Reader } from '../../kit/data/reader.ts';
import { invalid, notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { findSinglePc } from '../../kit/pc-identity.ts';

interface Asking {
  actor: Actor;
  /** What the caller says it is. */
  hostname: string | undefined;
}

/**
 * The asset of the PC that asks with what agents have: what reports may be sent for, may be asked for. 400 where nobody
 * says which PC it is, 403 ASSET_MISMATCH for another one's name, 404 for a name that no PC has, 409 for
 * a name that several have.
 */
export function resolveReportingPc(host: Host, reader: Reader, { actor, hostname }: Asking): number {
  const match = hostname === undefined ? undefined : host.contributions.fleet?.matchPc(reader, { hostname });
  const spokenof = match?.candidates ?? [];
  const claim = hostname === undefined ? undefined : { hostname };
  const own = host.contributions
    .reportAuthorizers(host)
    .reduce<number | undefined>(
      (assetid, { authorizeReport }) => authorizeReport(reader, actor, spokenof, claim) ?? assetid,
      undefined,
    );
  if (own === undefined && hostname === undefined)
    throw invalid('hostname', 'Say which PC this is, by its host name.');
  const assetid = own ?? (match && findSinglePc(match, hostname!));
  if (assetid === undefined) throw notFound('PC');
  return assetid;
}
