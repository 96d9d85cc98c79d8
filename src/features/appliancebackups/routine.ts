import { Cron } from 'croner';
import type { BackupMetadata } from '../../kit/backup/backup-store.ts';
import { createSystemContext } from '../../kit/data/tx.ts';
import type { Host } from '../../kit/host.ts';
import { BackupMaker } from './maker.ts';
import { findExpiredBackups, readRetentionPolicy } from './retention-policy.ts';
import { SCHEDULE } from './settings.ts';
import { Copies } from './targets/copies.ts';

/** The name of the job that creates scheduled backups. */
export const SCHEDULED = 'backups.scheduled';
const LOOK_MS = 20_000;

/** Makes backups when they are due and deletes expired ones. */
export class BackupRoutine {
  private readonly maker: BackupMaker;
  private timer: ReturnType<typeof setInterval> | undefined;
  /** Time in milliseconds up to which all due backups have been made. */
  private madeUpTo: number;
  /** Ends the wait of the job for its copies; undefined while it does not wait. */
  private endWait: (() => void) | undefined;

  constructor(private readonly host: Host) {
    this.maker = host.getInstance(BackupMaker);
    this.madeUpTo = this.lastScheduled()?.backupid ?? host.clock.now().getTime();
  }

  start(): void {
    this.timer = setInterval(() => void this.runIfDue(), LOOK_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Reports whether the timer that looks for due backups runs. */
  get isStarted(): boolean {
    return this.timer !== undefined;
  }

  /**
   * Makes a backup when a time of the schedule has passed since the last one. After the clock was set back,
   * backups continue from the new time instead of waiting for the old one.
   */
  async runIfDue(): Promise<void> {
    const now = this.host.clock.now().getTime();
    if (this.madeUpTo > now) this.madeUpTo = now;
    const due = dueBefore(this.host.settings.text(SCHEDULE), new Date(now));
    if (due === undefined || due <= this.madeUpTo) return;
    // A slow target must not delay backups. The running job ends now, and the next call of `runIfDue` makes
    // the backup.
    if (this.endWait) return this.endWait();
    this.madeUpTo = now;
    await this.host.scheduler.runDue(SCHEDULED);
  }

  /**
   * Runs the backup job: makes a backup, deletes expired ones and copies the new one to the targets. Throws
   * an Error with the reason when the backup is incomplete or faulty, or when a copy fails. Stops waiting for
   * the copies once the next backup is due; they continue in the background.
   */
  async run(): Promise<void> {
    const { maker, host } = this;
    await maker.whenIdle();
    const { backupid } = await maker.make(createSystemContext(), 'scheduled');
    await maker.whenIdle();
    const made = maker.shelf.find(backupid);
    if (made?.state !== 'done' || made.verified !== true)
      throw new Error(made?.error ?? 'The backup was deleted.');
    for (const note of findExpiredBackups(
      maker.shelf.list(),
      readRetentionPolicy(host.settings),
      host.clock.now(),
    ))
      maker.remove(createSystemContext(), note);
    await this.copy();
  }

  private async copy(): Promise<void> {
    const { promise: isDue, resolve } = Promise.withResolvers<void>();
    this.endWait = resolve;
    try {
      await Promise.race([this.host.getInstance(Copies).copyNewest(), isDue]);
    } finally {
      this.endWait = undefined;
    }
  }

  private lastScheduled(): BackupMetadata | undefined {
    return this.maker.shelf.list().find(({ kind }) => kind === 'scheduled');
  }
}

/** Returns the last scheduled time up to `now` in milliseconds; undefined when there is none. */
function dueBefore(schedule: string, now: Date): number | undefined {
  if (schedule.trim() === '') return undefined;
  const cron = new Cron(schedule, { paused: true });
  return cron.previousRuns(1, new Date(now.getTime() + 1))[0]?.getTime();
}
