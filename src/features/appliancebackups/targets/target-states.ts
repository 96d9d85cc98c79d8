import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { readText, replaceText } from '../../../kit/on-disk.ts';

const copy = z.object({
  filename: z.string(),
  backupid: z.int(),
  kind: z.enum(['manual', 'scheduled']),
});
/** A backup that was copied to a target. */
export type TargetCopy = z.output<typeof copy>;

const targetState = z.object({
  /** Copies that this appliance made and has not deleted, the newest first. */
  copies: copy.array(),
  lastsuccess: z.iso.datetime().nullable(),
  /** Reason why the last try failed; null when it succeeded. */
  error: z.string().nullable(),
});
export type TargetState = z.output<typeof targetState>;

const states = z.record(z.string(), targetState);
const NEW_TARGET: TargetState = { copies: [], lastsuccess: null, error: null };

/**
 * The state of each target, by its line. It is a file beside the backups instead of a table, because a
 * restore must not delete the list of its copies.
 */
export class TargetStates {
  constructor(private readonly file: string) {}

  /** Returns the state of a target; that of a new target when none is stored. */
  get(line: string): TargetState {
    const all = this.read();
    return (Object.hasOwn(all, line) ? all[line] : undefined) ?? NEW_TARGET;
  }

  write(line: string, state: TargetState): void {
    this.writeAll({ ...this.read(), [line]: state });
  }

  /** Deletes the state of a target, or moves it to another line. */
  rename(line: string, other: string | undefined): void {
    const { [line]: state, ...rest } = this.read();
    if (state) this.writeAll(other === undefined ? rest : { ...rest, [other]: state });
  }

  /**
   * Reads all states. A missing or damaged file counts as empty, so the next copies are made as for new
   * targets.
   */
  private read(): Record<string, TargetState> {
    try {
      return states.parse(JSON.parse(readText(this.file)));
    } catch {
      return {};
    }
  }

  private writeAll(all: Record<string, TargetState>): void {
    mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
    replaceText(this.file, JSON.stringify(all, null, 2));
  }
}
