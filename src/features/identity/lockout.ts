import type { Clock } from '../../kit/clock.ts';
import type { Database } from '../../kit/data/database.ts';
import type { Tx } from '../../kit/data/tx.ts';
import { AppError } from '../../kit/errors.ts';
import { attemptsOf, deleteAttempts, deleteAttemptsBefore, saveAttempts } from './token-queries.ts';

const FAILURES = 5;
const WINDOW_MS = 15 * 60_000;

/** Attempts that are counted by user name. Keys of different kinds never collide. */
interface CountedTries {
  keyOf(username: string): string;
  /** Returns the error message for a locked name; `minutes` is the remaining time. */
  refusal(minutes: number): string;
}

/**
 * Folds ASCII letters only. Names of two accounts never differ in ASCII letter case alone, but older data may
 * have names that differ in the case of other letters.
 */
const asciiFolded = (username: string) =>
  username
    .trim()
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .slice(0, 255);

/** Attempts to sign in. */
export const SIGN_INS: CountedTries = {
  keyOf: asciiFolded,
  refusal: (minutes) =>
    `This account is locked after too many failed sign-ins. Wait ${minutes} minutes, or ask an admin to unlock it.`,
};

/**
 * Attempts to enter the current password before a user changes the password or email address. The keys have a
 * prefix in capitals, which no key of a sign-in has.
 */
export const PROOFS: CountedTries = {
  keyOf: (username) => `PROOF ${asciiFolded(username)}`,
  refusal: (minutes) =>
    `You entered a wrong current password too often. Wait ${minutes} minutes, or ask an admin to unlock your account.`,
};

/** Deletes the failed attempts of a user name, for sign-ins and for confirmations of the current password. */
export function unlockAccount(tx: Tx, username: string): void {
  for (const { keyOf } of [SIGN_INS, PROOFS]) deleteAttempts.run(tx, { name: keyOf(username) });
}

/**
 * Locks a name for 15 minutes after five failures in 15 minutes, whether or not an account has it. Counts an
 * attempt before the password is checked, so that only five of many parallel guesses are evaluated.
 */
export class Lockout {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly counted: CountedTries = SIGN_INS,
  ) {}

  /**
   * Counts an attempt; the caller calls `clear` on success. Returns true for the attempt that locks the name
   * unless it succeeds. Throws 429 ACCOUNT_LOCKED while the name is locked.
   */
  begin(username: string): boolean {
    const now = this.clock.now();
    const name = this.counted.keyOf(username);
    return this.db.writeUnaudited((tx) => {
      const attempts = attemptsOf.get(tx, { name });
      this.refuseLocked(attempts?.lockeduntil ?? null, now);
      const fresh =
        !attempts || attempts.lockeduntil !== null || now.getTime() - Date.parse(attempts.since) > WINDOW_MS;
      const failures = fresh ? 1 : attempts.failures + 1;
      const until = failures >= FAILURES ? new Date(now.getTime() + WINDOW_MS).toISOString() : null;
      const since = fresh ? now.toISOString() : attempts.since;
      saveAttempts.run(tx, { name, failures, since, lockeduntil: until });
      return until !== null;
    });
  }

  isLocked(username: string): boolean {
    const attempts = this.db.read((reader) => attemptsOf.get(reader, { name: this.counted.keyOf(username) }));
    return lockLeftMs(attempts?.lockeduntil ?? null, this.clock.now()) > 0;
  }

  /** Deletes the attempts of a name, which unlocks it. */
  clear(username: string): void {
    this.db.writeUnaudited((tx) => deleteAttempts.run(tx, { name: this.counted.keyOf(username) }));
  }

  /** Deletes expired rows, so that guesses at random names do not fill the table. */
  prune(): void {
    const before = new Date(this.clock.now().getTime() - 2 * WINDOW_MS).toISOString();
    this.db.writeUnaudited((tx) => deleteAttemptsBefore.run(tx, { before }));
  }

  private refuseLocked(until: string | null, now: Date): void {
    const left = lockLeftMs(until, now);
    if (left === 0) return;
    const seconds = Math.ceil(left / 1000);
    const message = this.counted.refusal(Math.ceil(seconds / 60));
    throw new AppError('ACCOUNT_LOCKED', message, undefined, seconds);
  }
}

/**
 * Returns the remaining milliseconds of a lock; 0 when it has expired. A lock that ends later than the
 * longest lock from now has expired too: the clock was set back after it.
 */
function lockLeftMs(until: string | null, now: Date): number {
  const left = until === null ? 0 : Date.parse(until) - now.getTime();
  return left > WINDOW_MS ? 0 : Math.max(0, left);
}
