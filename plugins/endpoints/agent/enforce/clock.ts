import type { AgentContext } from '../agent-context.ts';
import { isOutOfTime, pruneAppliedEntries, sendReport } from './apply-entries.ts';
import { applyManifests, fetchManifests, LIMIT_SECONDS } from './run.ts';
import { type DesiredManifest, desiredManifests, type EntryResult } from './desired-manifest.ts';

const MINUTE = 60_000;
/** A PC that was just started has other things to do first, and thousands may have been started together. */
const FIRST_MINUTES = { least: 2, more: 8 };
/** Where the appliance does not want it by the clock, it is asked so often whether it does by now. */
const STILL_OFF_MINUTES = 60;
/** Nobody asks for more on purpose. */
const MAX_MINUTES = 7 * 24 * 60;
/** What came out as before is told again so often, so that it is known to be so still. */
const TOLD_AGAIN_MS = 24 * 60 * MINUTE;

/** What a run by the clock came to: nothing where nothing was to be done. */
export interface EnforcementSummary {
  changed: string[];
  failed: string[];
}

/** Brings the PC to what is published for it again and again, as often as the appliance says. */
export class EnforcementClock {
  private dueAt: number;
  /** Entries that the last run had no time for. */
  private left = Number.POSITIVE_INFINITY;
  private readonly told = new Map<string, { text: string; at: number }>();

  constructor(
    private readonly random: () => number = Math.random,
    firstMs = (FIRST_MINUTES.least + FIRST_MINUTES.more * random()) * MINUTE,
    private readonly seconds = LIMIT_SECONDS,
  ) {
    this.dueAt = performance.now() + firstMs;
  }

  /** Milliseconds until the next run. */
  get restMs(): number {
    return Math.max(this.dueAt - performance.now(), 0);
  }

  /** Rejects when the appliance cannot be asked; then it is due as before. */
  async run(means: AgentContext): Promise<EnforcementSummary> {
    const ends = performance.now() + this.seconds * 1000;
    const answer = await fetchManifests(means);
    if (answer.status >= 300 && answer.code !== 'NOT_FOUND')
      throw new Error(`What is published could not be asked: the appliance answered ${answer.status}.`);
    const { manifests, everyminutes } =
      answer.status >= 300 ? { manifests: [], everyminutes: 0 } : desiredManifests.parse(answer.data);
    if (everyminutes > 0) pruneAppliedEntries(manifests, means);
    const done =
      everyminutes === 0
        ? []
        : await applyManifests(manifests, means, { ends, isByClock: true }, this.tellInto(means));
    // PCs that began together drift apart.
    const minutes =
      everyminutes === 0
        ? STILL_OFF_MINUTES
        : Math.min(everyminutes, MAX_MINUTES) * (0.9 + 0.2 * this.random());
    // Where no fewer are left than before, something hangs: it would take all the time again and again.
    const left = done.filter(isOutOfTime).length;
    const isGoingOn = left > 0 && left < this.left;
    this.left = left || Number.POSITIVE_INFINITY;
    this.dueAt = performance.now() + (isGoingOn ? 1 : minutes) * MINUTE;
    return {
      changed: done.filter(({ action }) => action === 'installed' || action === 'updated').map(nameOf),
      failed: done.filter(({ action }) => action === 'failed').map(nameOf),
    };
  }

  private tellInto =
    (means: AgentContext) => async (manifest: DesiredManifest, results: readonly EntryResult[]) => {
      const key = `${manifest.scopename}\n${manifest.phase}`;
      const text = JSON.stringify([
        manifest.revision,
        results.map(({ durationms: _took, ...result }) => result),
      ]);
      const before = this.told.get(key);
      if (before?.text === text && performance.now() - before.at < TOLD_AGAIN_MS) return;
      const notTaken = await sendReport(manifest, results, means);
      if (notTaken.length === 0) this.told.set(key, { text, at: performance.now() });
    };
}

const nameOf = ({ entryname }: EntryResult): string => entryname;
