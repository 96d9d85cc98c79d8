import type { Clock } from '../../kit/clock.ts';
import type { Database } from '../../kit/data/database.ts';
import type { Tx } from '../../kit/data/tx.ts';
import { AppError } from '../../kit/errors.ts';
import { attemptsOf, forgetAttempts, forgetAttemptsBefore, noteAttempts } from './token-queries.ts';

const FAILURES = 5;
const WINDOW_MS = 15 * 60_000;

/**
 * Five failures in 15 minutes lock a name for 15 minutes, whether or not somebody bears it. An attempt is counted
 * before the password is looked at, so that of many parallel guesses only five are evaluated.
 */
export class Lockout {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Counts an attempt. 429 ACCOUNT_LOCKED while the name is locked. */
  begin(username: string): void {
    const now = this.clock.now();
    const name = key(username);
    this.db.chatter((tx) => {
      const known = attemptsOf.get(tx, { name });
      refuseLocked(known?.lockeduntil ?? null, now);
      const fresh =
        !known || known.lockeduntil !== null || now.getTime() - Date.parse(known.since) > WINDOW_MS;
      const failures = fresh ? 1 : known.failures + 1;
      const until = failures >= FAILURES ? new Date(now.getTime() + WINDOW_MS).toISOString() : null;
      const since = fresh ? now.toISOString() : known.since;
      noteAttempts.run(tx, { name, failures, since, lockeduntil: until });
    });
  }

  isLocked(username: string): boolean {
    const known = this.db.read((reader) => attemptsOf.get(reader, { name: key(username) }));
    const until = known?.lockeduntil;
    return typeof until === 'string' && Date.parse(until) > this.clock.now().getTime();
  }

  clear(username: string): void {
    this.db.chatter((tx) => this.clearIn(tx, username));
  }

  clearIn(tx: Tx, username: string): void {
    forgetAttempts.run(tx, { name: key(username) });
  }

  /** Forgets what no longer matters, so that guesses at random names do not fill the table. */
  prune(): void {
    const before = new Date(this.clock.now().getTime() - 2 * WINDOW_MS).toISOString();
    this.db.chatter((tx) => forgetAttemptsBefore.run(tx, { before }));
  }
}

const key = (username: string) => username.trim().toLowerCase().slice(0, 255);

function refuseLocked(until: string | null, now: Date): void {
  const left = until === null ? 0 : Date.parse(until) - now.getTime();
  if (left <= 0) return;
  const seconds = Math.ceil(left / 1000);
  throw new AppError(
    'ACCOUNT_LOCKED',
    `This account is locked after too many failures. Wait ${Math.ceil(seconds / 60)} minutes, or ask an admin to unlock it.`,
    undefined,
    seconds,
  );
}
