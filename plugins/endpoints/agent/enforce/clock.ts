import type { AgentContext } from '../agent-context.ts';
import { pruneAppliedEntries, sendReport } from './apply-entries.ts';
import { type DesiredManifest, desiredManifests, type EntryResult } from './desired-manifest.ts';
import { applyManifests, fetchManifests, LIMIT_SECONDS } from './run.ts';

const MINUTE_MS = 60_000;
/**
 * Minutes until the first run after a start: at least `least`, and up to `more` in addition. A PC has other
 * work then, and thousands may have started at the same time.
 */
const FIRST_MINUTES = { least: 2, more: 8 };
/** Minutes until the agent asks again when the appliance has scheduled enforcement turned off. */
const STILL_OFF_MINUTES = 60;
/**
 * Maximum minutes between runs, before the random deviation. A longer interval counts as this maximum,
 * because it is a mistake.
 */
const MAX_MINUTES = 7 * 24 * 60;
/**
 * Time after which unchanged results are reported again, so that the appliance knows that they are still
 * true.
 */
const TOLD_AGAIN_MS = 24 * 60 * MINUTE_MS;

/**
 * Names of the entries that a scheduled run changed, and of those that failed. Both lists are empty when
 * there was no work.
 */
export interface EnforcementSummary {
  changed: string[];
  failed: string[];
}

/**
 * Schedule of enforcement on this PC. It knows when the next run is due, at the interval that the appliance
 * sets.
 */
export class EnforcementClock {
  private dueAt: number;
  /** Number of entries that the last run had no time for; infinite when it had time for all. */
  private entriesLeft = Number.POSITIVE_INFINITY;
  private readonly reported = new Map<string, { text: string; at: number }>();

  constructor(
    private readonly random: () => number = Math.random,
    firstMs = (FIRST_MINUTES.least + FIRST_MINUTES.more * random()) * MINUTE_MS,
    private readonly seconds = LIMIT_SECONDS,
  ) {
    this.dueAt = performance.now() + firstMs;
  }

  /** Milliseconds until the next run; 0 when it is due. */
  get restMs(): number {
    return Math.max(this.dueAt - performance.now(), 0);
  }

  /**
   * Runs enforcement once and schedules the next run. Rejects when the appliance does not answer, or answers
   * with an error; the run is still due then. When enforcement is disabled, applies nothing and asks again
   * after an hour.
   */
  async run(context: AgentContext): Promise<EnforcementSummary> {
    const ends = performance.now() + this.seconds * 1000;
    const answer = await fetchManifests(context);
    if (answer.status >= 300 && answer.code !== 'NOT_FOUND')
      throw new Error(
        `The published manifests could not be fetched: the appliance answered ${answer.status}.`,
      );
    const { manifests, everyminutes } =
      answer.status >= 300 ? { manifests: [], everyminutes: 0 } : desiredManifests.parse(answer.data);
    if (everyminutes > 0) pruneAppliedEntries(manifests, context);
    const done =
      everyminutes === 0
        ? []
        : await applyManifests(manifests, context, { ends, isByClock: true }, this.createReporter(context));
    // The jitter makes PCs that started together drift apart.
    const minutes =
      everyminutes === 0
        ? STILL_OFF_MINUTES
        : Math.min(everyminutes, MAX_MINUTES) * (0.9 + 0.2 * this.random());
    // If no fewer entries are left than after the last run, an entry hangs. Another run at once would use up
    // the full time again.
    const left = done.filter((result) => result.isOutOfTime).length;
    const isGoingOn = left > 0 && left < this.entriesLeft;
    this.entriesLeft = left || Number.POSITIVE_INFINITY;
    this.dueAt = performance.now() + (isGoingOn ? 1 : minutes) * MINUTE_MS;
    return {
      changed: done.filter(({ action }) => action === 'installed' || action === 'updated').map(nameOf),
      failed: done.filter(({ action }) => action === 'failed').map(nameOf),
    };
  }

  private createReporter =
    (context: AgentContext) => async (manifest: DesiredManifest, results: readonly EntryResult[]) => {
      const key = `${manifest.scopename}\n${manifest.phase}`;
      const text = JSON.stringify([
        manifest.revision,
        results.map(({ durationms: _took, ...result }) => result),
      ]);
      const before = this.reported.get(key);
      if (before?.text === text && performance.now() - before.at < TOLD_AGAIN_MS) return;
      const problems = await sendReport(manifest, results, context);
      if (problems.length === 0) this.reported.set(key, { text, at: performance.now() });
    };
}

const nameOf = ({ entryname }: EntryResult): string => entryname;
