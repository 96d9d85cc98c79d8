import type { Tx, WriteContext } from '../../kit/data/tx.ts';
import { AppError, invalid } from '../../kit/errors.ts';
import { foldName } from '../../kit/fold-name.ts';
import type { Host } from '../../kit/host.ts';
import { RateLimiter } from '../../kit/http/rate-limiter.ts';
import type { AccountMatch } from './find-account.ts';
import { Lockout, PROOFS, unlockAccount } from './lockout.ts';
import { userById } from './queries.ts';
import type { UserRow } from './tables.ts';

const TRIES_PER_MINUTE = 30;

/**
 * Limits password attempts. Sign-ins: at most 30 attempts a minute from an address, and 5 wrong ones in 15
 * minutes for an account. Confirmations of the current password, which need a valid sign-in: 5 wrong ones in
 * 15 minutes, counted separately. So a lock of one kind does not block the other.
 */
export class PasswordLimiter {
  private readonly byAddress: RateLimiter;
  private readonly signIns: Lockout;
  private readonly proofs: Lockout;

  constructor(private readonly host: Host) {
    this.signIns = new Lockout(host.db, host.clock);
    this.proofs = new Lockout(host.db, host.clock, PROOFS);
    this.byAddress = new RateLimiter(host.clock, { max: TRIES_PER_MINUTE, seconds: 60 });
  }

  /**
   * Counts an attempt before the password is compared. Throws 429 RATE_LIMITED for the address,
   * ACCOUNT_LOCKED for the account, or for the name of an unknown account. An ambiguous name counts for none
   * of its accounts. Returns true when this attempt locks the name unless it succeeds.
   */
  begin({ ipaddress }: WriteContext, username: string, { user, isAmbiguous }: AccountMatch): boolean {
    this.byAddress.count(ipaddress ?? '');
    return !isAmbiguous && this.signIns.begin(user?.username ?? foldName(username));
  }

  /** Logs the name, the address and the request ID, but never the password. */
  logFailure({ ipaddress, requestid }: WriteContext, username: string): void {
    this.host.log.warn('a password was wrong', { username: username.slice(0, 255), ipaddress, requestid });
  }

  clearFailures(username: string): void {
    this.signIns.clear(username);
  }

  /** Unlocks the account in the caller's transaction. */
  unlock(tx: Tx, username: string): void {
    unlockAccount(tx, username);
  }

  /** Reports whether sign-ins to the account are locked. */
  isLocked(username: string): boolean {
    return this.signIns.isLocked(username);
  }

  /**
   * Checks that the caller knows the account's current password. Throws 400 for `current_password` when it is
   * missing or wrong, 429 ACCOUNT_LOCKED after too many wrong ones. Skips the check for a user who must
   * change a password that an admin set.
   */
  async checkPassword(context: WriteContext, userid: number, current: string | undefined): Promise<void> {
    const user = this.host.db.read((reader) => userById.get(reader, { userid }))!;
    if (!needsPasswordProof(user)) return;
    if (current === undefined) throw invalid('current_password', 'Enter your current password.');
    const isLocking = this.proofs.begin(user.username);
    const trying = { address: context.ipaddress ?? '' };
    if (!(await this.host.passwords.verify(current, user.passwordhash, trying))) {
      this.logFailure(context, user.username);
      if (isLocking) this.recordLock(context, user, this.proofs);
      throw invalid('current_password', 'Your current password is wrong.');
    }
    this.proofs.clear(user.username);
    // Permissions may have changed while this request waited for its turn to hash.
    await context.recheckAccess?.();
  }

  /**
   * Writes an audit row for the failed attempt that locked an existing account. Writes none when another
   * attempt has succeeded since, which unlocked it.
   */
  recordLock(context: WriteContext, user: UserRow | undefined, lockout = this.signIns): void {
    if (!user || !lockout.isLocked(user.username)) return;
    this.host.db.transact(context, 'identity.user.locked', (tx) =>
      tx.audit({
        entitytype: 'user',
        entityid: user.userid,
        details: { locked: lockout === this.proofs ? 'change of own password or email' : 'sign-in' },
      }),
    );
  }
}

/**
 * Reports whether the current password is required. It is not required when the user must change a password
 * that another user set.
 */
export const needsPasswordProof = ({ mustchangepassword, issued }: UserRow): boolean =>
  mustchangepassword === 0 || issued === 0;

/**
 * Reports whether a change sets a password or email address. On the own account it needs the current
 * password, because a stolen token or an unattended session must not change them.
 */
export const isCredentialChange = ({ password, email }: { password?: string; email?: string }): boolean =>
  password !== undefined || email !== undefined;

/** Returns the 403 error for a caller who changes the own password or email address with a token. */
export const tokenForbiddenError = () =>
  new AppError(
    'FORBIDDEN',
    'You cannot change your password or email address with a token. Sign in with your password.',
  );
