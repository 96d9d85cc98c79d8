import type { AssetInfoProvider } from '../../../src/kit/contributions.ts';
import type { Host } from '../../../src/kit/host.ts';

/**
 * Where a PC stands with its credential, as SQL over `c` (computers) and `e` (endpoints, which may be missing). A block
 * counts before all else; a PC that was heard with the key of all, and has no credential, is on the shared key.
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

/** What is said of a PC now, as SQL over `e`: an agent that is overdue is offline, whatever it said last. Takes the instant. */
export const VERDICT = `CASE WHEN e.lastcheckin IS NULL THEN 'unknown' WHEN e.expectedby < ? THEN 'offline' ELSE e.verdict END`;

export const VERDICTS = ['blocked', 'degraded', 'noise', 'ok', 'unknown', 'offline'] as const;

type Verdict = (typeof VERDICTS)[number];

const words: Record<Verdict, string> = {
  blocked: 'Blocked',
  degraded: 'Degraded',
  noise: 'Noise',
  ok: 'OK',
  unknown: 'Unknown',
  offline: 'Offline',
};

/** How PCs are doing, for pages that name them. */
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
            text: words[verdict],
            reason,
            at,
            href: `/endpoints/${assetid}`,
          },
        ],
      ]),
    );
  },
};

/** Where a PC stands with its credential. */
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
