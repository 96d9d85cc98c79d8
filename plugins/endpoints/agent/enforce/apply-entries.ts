import { createHash } from 'node:crypto';
import { errorMessageOf } from '../../../../src/kit/error-message.ts';
import type { AgentContext } from '../agent-context.ts';
import { applyEntry, isForThisSystem } from './apply.ts';
import { type DesiredManifest, type EntryResult, parseEntry } from './desired-manifest.ts';
import { detectEntry, UndetectableError } from './detect.ts';

const MAX_MESSAGE_LENGTH = 4000;
/** Maximum bytes of a report. The appliance accepts up to one megabyte. */
const MAX_REPORT_BYTES = 900_000;
const NO_TIME = 'The time limit was reached. The next run continues here.';

/**
 * End of the run, in milliseconds of the monotonic clock. `isByClock` is true when the schedule started the
 * run, not a command.
 */
export interface RunLimits {
  ends: number;
  isByClock?: boolean;
}

const digestOf = (value: object): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);

/**
 * Returns a digest of an entry without a detection method, else undefined. The agent cannot detect such an
 * entry, so it remembers which digests it has applied.
 */
const unfindableOf = (published: DesiredManifest['entries'][number]): string | undefined =>
  published.DetectionMethod ? undefined : digestOf(published);

/** Forgets the remembered digests of entries that are no longer published. */
export function pruneAppliedEntries(manifests: readonly DesiredManifest[], { applied }: AgentContext): void {
  const entries = manifests.flatMap((manifest) => manifest.entries);
  applied?.keepOnly(new Set(entries.flatMap((published) => unfindableOf(published) ?? [])));
}

/**
 * Applies the entries one after the other in their order, because later ones may need earlier ones. Returns
 * one result for each and never rejects: an error is a failed result. Skips an entry that this PC does not
 * support or cannot detect. Skips one that needs a change when no time is left or the agent stops. One that
 * is already as published is only reported.
 */
export async function applyEntries(
  entries: DesiredManifest['entries'],
  context: AgentContext,
  { ends, isByClock = false }: RunLimits,
): Promise<EntryResult[]> {
  const results: EntryResult[] = [];
  for (const published of entries) {
    const began = performance.now();
    const result = await applyOne(published, context, (ends - began) / 1000, isByClock).catch(
      (cause: unknown): EntryResult => ({
        entryname: published.Name,
        action: cause instanceof UndetectableError ? 'skipped' : 'failed',
        message: errorMessageOf(cause).slice(0, MAX_MESSAGE_LENGTH),
      }),
    );
    results.push({ ...result, durationms: Math.round(performance.now() - began) });
  }
  return results;
}

async function applyOne(
  published: DesiredManifest['entries'][number],
  context: AgentContext,
  seconds: number,
  isByClock: boolean,
): Promise<EntryResult> {
  const entry = parseEntry(published);
  const entryname = entry.Name;
  if (!isForThisSystem(entry))
    return { entryname, action: 'skipped', message: `${entry.Type} entries require Windows.` };
  const unfindable = unfindableOf(published);
  if (isByClock && unfindable && context.applied?.has(unfindable))
    return {
      entryname,
      action: 'uptodate',
      message: 'The entry was applied before. It has no detection method.',
    };
  const before = await detectEntry(entry);
  if (before === 'wanted') return { entryname, action: 'uptodate' };
  if (seconds < 1 || context.isEnding?.())
    return { entryname, action: 'skipped', message: NO_TIME, isOutOfTime: true };
  const { isDone, exitcode, message, needsReboot } = await applyEntry(entry, context, seconds);
  const code = exitcode === undefined ? {} : { exitcode };
  if (!isDone)
    return {
      entryname,
      action: 'failed',
      message: message || `The program ended with exit code ${exitcode}.`,
      ...code,
    };
  if (unfindable) context.applied?.add(unfindable);
  const isSure = (entry.DetectionMethod ?? 'Always') === 'Always' || needsReboot;
  if (!isSure && (await detectEntry(entry)) !== 'wanted')
    return {
      entryname,
      action: 'failed',
      message: 'The program ran, but the entry is still not detected.',
      ...code,
    };
  return {
    entryname,
    action: before === 'other' ? 'updated' : 'installed',
    ...(needsReboot && { message: 'The PC must restart.' }),
    ...code,
  };
}

/**
 * Sends the results to the appliance and never rejects. Returns no line, or one for the outcome when the
 * report was not accepted. The outcome does not fail then, because the work is done and must not be repeated.
 */
export async function sendReport(
  { scopename, phase, revision }: DesiredManifest,
  results: readonly EntryResult[],
  { connection, headers, named }: AgentContext,
): Promise<string[]> {
  const body = {
    scopename,
    phase,
    appliedversion: String(revision),
    enforcerversion: 'millwright',
    ...(results.some((result) => result.isOutOfTime) && { status: 'partial' }),
    results: shortenMessages(results),
  };
  const options = { method: 'POST', body, headers: headers() } as const;
  const why = await connection
    .request(named('/enforce/mine/report'), options)
    .then(({ status }) => (status < 300 ? undefined : status), errorMessageOf);
  return why === undefined ? [] : [`  The appliance did not accept the report (${why}).`];
}

/**
 * Shortens the messages until all results fit into a report or little is left of the messages. The end of
 * each output is retained, because it shows the cause.
 */
function shortenMessages(results: readonly EntryResult[], most = MAX_MESSAGE_LENGTH): EntryResult[] {
  const cut = results.map(({ message, isOutOfTime: _internal, ...result }) => ({
    ...result,
    message: message?.slice(-most),
  }));
  const isFitting = Buffer.byteLength(JSON.stringify(cut)) <= MAX_REPORT_BYTES || most < 20;
  return isFitting ? cut : shortenMessages(results, Math.floor(most / 2));
}
