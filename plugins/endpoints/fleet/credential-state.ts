import type { AssetInfoProvider } from '../../../src/kit/contributions.ts';
import type { Host } from '../../../src/kit/host.ts';
import { pcPath } from '../pc-path.ts';

/**
 * SQL expression for the credential state of a PC over `c` (computers) and `e` (endpoints, which may be
 * missing). The first state that applies counts: a block, a credential, a pending request, a last check-in
 * with the shared key.
 */
export const CREDENTIAL_STATE = `CASE
  WHEN EXISTS (SELECT 1 FROM endpointblocks WHERE assetid = c.assetid) THEN 'reenrollblocked'
  WHEN EXISTS (SELECT 1 FROM endpointcredentials WHERE assetid = c.assetid) THEN 'enrolled'
  WHEN EXISTS (SELECT 1 FROM enrollmentrequests WHERE state = 'pending' AND hostname = c.hostname) THEN 'pending'
  WHEN e.isshared = 1 THEN 'sharedkey'
  ELSE 'notreporting' END`;

export const CREDENTIAL_STATES = [
  'enrolled',
  'pending',
  'reenrollblocked',
  'sharedkey',
  'notreporting',
] as const;

export type CredentialState = (typeof CREDENTIAL_STATES)[number];

/** The labels of the credential states. */
export const CREDENTIAL_WORDS: Record<CredentialState, string> = {
  enrolled: 'Enrolled',
  pending: 'Pending approval',
  reenrollblocked: 'Enrollment blocked',
  sharedkey: 'Shared key',
  notreporting: 'Not enrolled',
};

/**
 * SQL expression over `e` for the current verdict. An overdue agent is offline, whatever its last report was;
 * one that never checked in is unknown. Takes the current instant as a parameter.
 */
export const VERDICT = `CASE WHEN e.lastcheckin IS NULL THEN 'unknown' WHEN e.expectedby < ? THEN 'offline' ELSE e.verdict END`;

/**
 * Verdicts of a PC: the levels of its agent's checks, and those of an agent that never checked in (`unknown`)
 * or is overdue (`offline`).
 */
export const VERDICTS = ['blocked', 'degraded', 'noise', 'ok', 'unknown', 'offline'] as const;

export type Verdict = (typeof VERDICTS)[number];

/** The labels of the verdicts. */
export const VERDICT_WORDS: Record<Verdict, string> = {
  blocked: 'Blocked',
  degraded: 'Degraded',
  noise: 'Noise',
  ok: 'OK',
  unknown: 'Unknown',
  offline: 'Offline',
};

/** Asset info provider for the health of PCs on pages that name them. */
export const healthInfoProvider: AssetInfoProvider = {
  needs: 'endpoints.view',
  readInfo: (reader, assetids) => {
    const rows = reader.all<{
      assetid: number;
      verdict: Verdict;
      verdictreason: string | null;
      lastcheckin: string;
    }>(
      `SELECT e.assetid, ${VERDICT} AS verdict, e.verdictreason, e.lastcheckin FROM endpoints e
       WHERE e.assetid IN (SELECT value FROM json_each(?))`,
      reader.at,
      JSON.stringify(assetids),
    );
    return new Map(
      rows.map(({ assetid, verdict, verdictreason: reason, lastcheckin: at }) => [
        assetid,
        [
          {
            key: 'health',
            title: 'Health',
            text: VERDICT_WORDS[verdict],
            reason,
            at,
            href: pcPath(assetid),
          },
        ],
      ]),
    );
  },
};

/** Returns the credential state of a PC, which must exist. */
export function readCredentialState(
  host: Host,
  assetid: number,
): { assetid: number; credentialstate: string } {
  const credentialstate = host.db.read((reader) =>
    reader.value<string>(
      `SELECT ${CREDENTIAL_STATE} FROM computers c LEFT JOIN endpoints e ON e.assetid = c.assetid WHERE c.assetid = ?`,
      assetid,
    ),
  );
  return { assetid, credentialstate: credentialstate! };
}
