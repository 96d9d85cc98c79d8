import type { AgentContext } from '../agent-context.ts';
import type { ApplianceResponse } from '../connection.ts';
import type { CommandOutcome } from '../outcome.ts';
import { deleteWorkFolder } from './apply.ts';
import { applyEntries, pruneAppliedEntries, type RunLimits, sendReport } from './apply-entries.ts';
import { type DesiredManifest, desiredManifests, type EntryResult } from './desired-manifest.ts';

/** Maximum characters of the outcome. */
const MAX_OUTPUT_LENGTH = 256 * 1024;
/** Maximum bytes of all manifests, which contain the inline payloads. */
const MAX_MANIFESTS_BYTES = 64 * 1024 * 1024;
/** Time limit of a run in seconds. The appliance times out a command after a quarter of an hour. */
export const LIMIT_SECONDS = 13 * 60;

interface Run {
  /** Limits the run to entries that install this application. */
  appid?: number;
  seconds?: number;
}

/**
 * Applies everything that is published for this PC, and reports the results to the appliance. With `appid`,
 * applies only entries that install this application, and fails when there are none. Changes nothing after
 * `seconds`. The outcome is failed when enforcement is disabled, the appliance responds with an error, an
 * entry fails or gets no time. Rejects when the appliance does not answer. A rejected report is only noted in
 * the output.
 */
export async function runEnforcement(
  context: AgentContext,
  { appid, seconds = LIMIT_SECONDS }: Run = {},
): Promise<CommandOutcome> {
  const ends = performance.now() + seconds * 1000;
  const answer = await fetchManifests(context, appid);
  if (answer.status === 404 && answer.code === 'NOT_FOUND')
    return createFailure('Nothing was enforced: enforcement is disabled on this appliance.');
  if (answer.status >= 300)
    return createFailure(`The appliance answered ${answer.status}: ${answer.message ?? ''}`);
  const { manifests } = desiredManifests.parse(answer.data);
  if (appid === undefined) pruneAppliedEntries(manifests, context);
  const count = manifests.reduce((sum, { entries }) => sum + entries.length, 0);
  if (count === 0)
    return appid === undefined
      ? { status: 'succeeded', exitcode: 0, output: 'Nothing is published for this PC.' }
      : createFailure('No published entry for this PC installs this application.');
  const lines: string[] = [];
  const done = await applyManifests(manifests, context, { ends }, async (manifest, results) => {
    lines.push(`${manifest.scopename}, revision ${manifest.revision}:`, ...results.map(formatResult));
    lines.push(...(await sendReport(manifest, results, context)));
  });
  const isFailed = done.some((one) => one.action === 'failed' || one.isOutOfTime);
  const output = lines.join('\n').slice(0, MAX_OUTPUT_LENGTH);
  return { status: isFailed ? 'failed' : 'succeeded', exitcode: isFailed ? 1 : 0, output };
}

/**
 * Requests the manifests that are published for this PC. With `appid` they contain only entries that install
 * this application.
 */
export const fetchManifests = (
  { connection, headers, named }: AgentContext,
  appid?: number,
): Promise<ApplianceResponse> =>
  connection.request(named(appid === undefined ? '/enforce/mine' : `/enforce/mine?appid=${appid}`), {
    headers: headers(),
    maxBytes: MAX_MANIFESTS_BYTES,
  });

/**
 * Applies the manifests one after the other, never in parallel with another run. Entries that need a change
 * after the time limit of the run are skipped. Calls `onResult` with the results of each manifest and returns all
 * results.
 */
export const applyManifests = (
  manifests: readonly DesiredManifest[],
  context: AgentContext,
  { ends, isByClock }: RunLimits,
  onResult: (manifest: DesiredManifest, results: readonly EntryResult[]) => Promise<void>,
): Promise<EntryResult[]> =>
  context.enforcing.run(async () => {
    // Deletes the files of an interrupted run.
    deleteWorkFolder(context.work);
    const all: EntryResult[] = [];
    for (const manifest of manifests) {
      const results = await applyEntries(manifest.entries, context, { ends, isByClock });
      await onResult(manifest, results);
      all.push(...results);
    }
    return all;
  });

const createFailure = (output: string): CommandOutcome => ({ status: 'failed', output });

const formatResult = ({ entryname, action, message }: EntryResult): string =>
  `  ${entryname}: ${action}${message ? `. ${message}` : ''}`;
