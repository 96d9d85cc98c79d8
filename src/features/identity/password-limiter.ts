import type { Tx, WriteContext } from '../../kit/data/tx.ts';
import { AppError, invalid } from '../../kit/errors.ts';
import { foldName } from '../../kit/fold-name.ts';
import type { Host } from '../../kit/host.ts';
import { RateLimit } from '../../kit/http/rate-limit.ts';
import type { AccountMatch } from './find-account.ts';
import { Lockout, PROOFS, unlockAccount } from './lockout.ts';
import { userById } from './queries.ts';
import type { UserRow } from './tables.ts';

const TRIES_PER_MINUTE = 30;

/**
 * Where a password is asked for. Sign-ins: at most 30 tries a minute from an address, and 5 wrong ones for an account.
 * Proofs, which only its own sign-ins can try: 5 wrong ones, counted apart, so that neither keeps anybody from the other.
 */
export class PasswordLimiter {
  private readonly byAddress: RateLimit;
  private readonly signIns: Lockout;
  private readonly proofs: Lockout;

  constructor(private readonly host: Host) {
    this.signIns = new Lockout(host.db, host.clock);
    this.proofs = new Lockout(host.db, host.clock, PROOFS);
    this.byAddress = new RateLimit(host.clock, () => TRIES_PER_MINUTE, 60);
  }

  /**
   * Counts a try before the password is compared. 429 RATE_LIMITED for the address, ACCOUNT_LOCKED for the account, or
   * for the name where there is none. A name that several accounts may mean counts for none of them.
   */
  begin({ ipaddress }: WriteContext, username: string, { user, isAmbiguous }: AccountMatch): void {
    this.byAddress.take(ipaddress ?? '');
    if (!isAmbiguous) this.signIns.begin(user?.username ?? foldName(username));
  }

  /** The log has who tried what from where, and never the password. */
  failed({ ipaddress, requestid }: WriteContext, username: string): void {
    this.host.log.warn('a password was wrong', { username: username.slice(0, 255), ipaddress, requestid });
  }

  succeeded(username: string): void {
    this.signIns.clear(username);
  }

  /** Unlocks the account with the change that the transaction makes. */
  forget(tx: Tx, username: string): void {
    unlockAccount(tx, username);
  }

  /** Whether nobody signs in to the account now. */
  isLocked(username: string): boolean {
    return this.signIns.isLocked(username);
  }

  /**
   * That the caller knows the account's present password. 400 naming `current_password` when it is missing or wrong;
   * who must change a password that somebody else set is not asked.
   */
  async prove(context: WriteContext, userid: number, current: string | undefined): Promise<void> {
    const user = this.host.db.read((reader) => userById.get(reader, { userid }))!;
    if (!needsPasswordProof(user)) return;
    if (current === undefined) throw invalid('current_password', 'Enter your present password.');
    this.proofs.begin(user.username);
    const trying = { address: context.ipaddress ?? '' };
    if (!(await this.host.passwords.verify(current, user.passwordhash, trying))) {
      this.failed(context, user.username);
      this.noteLock(context, user, this.proofs);
      throw invalid('current_password', 'Your present password is not right.');
    }
    this.proofs.clear(user.username);
    // Many may wait for theirs.
    await context.stillMay?.();
  }

  /** The failure that locks a known account is audited, once. */
  noteLock(context: WriteContext, user: UserRow | undefined, lockout = this.signIns): void {
    if (!user || !lockout.isLocked(user.username)) return;
    this.host.db.transact(context, 'identity.user.locked', (tx) =>
      tx.audit({
        entitytype: 'user',
        entityid: user.userid,
        details: { locked: lockout === this.proofs ? 'change of the own password or e-mail' : 'sign-in' },
      }),
    );
  }
}

/** Whether the present password is asked for: always, but where it is to be changed and somebody else set it. */
export const needsPasswordProof = ({ mustchangepassword, issued }: UserRow): boolean =>
  mustchangepassword === 0 || issued === 0;

/** A password or an e-mail address of one's own: a token that was stolen, or a sign-in left open, must not change it. */
export const isCredentialChange = ({ password, email }: { password?: string; email?: string }): boolean =>
  password !== undefined || email !== undefined;

export const tokenForbiddenError = () =>
  new AppError(
    'FORBIDDEN',
    'Sign in with your password to change it or your e-mail address; a token cannot.',
  );
