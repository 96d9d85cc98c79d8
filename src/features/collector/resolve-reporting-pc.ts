import type { Actor } from '../../kit/actor.ts';
import type { Reader } from '../../kit/data/reader.ts';
import { invalid, notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { findSinglePc } from '../../kit/pc-identity.ts';

interface Asking {
  actor: Actor;
  /** Host name that the caller sent. */
  hostname: string | undefined;
}

/**
 * Returns the asset of the calling PC. A caller that may report for a PC may also query for it. Throws 400
 * when neither the credential nor a host name identifies the PC, 403 ASSET_MISMATCH for the name of another
 * PC. Throws 404 for an unknown name, 409 for a name that several PCs have.
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
    throw invalid('hostname', 'Send the host name of this PC.');
  const assetid = own ?? (match && findSinglePc(match, hostname!));
  if (assetid === undefined) throw notFound('PC');
  return assetid;
}
