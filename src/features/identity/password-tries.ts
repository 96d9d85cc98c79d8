import type { Tx, WriteContext } from '../../kit/data/tx.ts';
import { AppError, invalid } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { RateLimit } from '../../kit/http/rate-limit.ts';
import type { Lockout } from './lockout.ts';
import { userById } from './queries.ts';
import type { User } from './tables.ts';

const TRIES_PER_MINUTE = 30;

/** Where a password is asked for: at most 30 tries a minute from an address, and 5 wrong ones for an account. */
export class PasswordTries {
  private readonly byAddress: RateLimit;

  constructor(
    private readonly host: Host,
    private readonly lockout: Lockout,
  ) {
    this.byAddress = new RateLimit(host.clock, () => TRIES_PER_MINUTE, 60);
  }

  /** Counts a try before the password is looked at. 429 RATE_LIMITED for the address, ACCOUNT_LOCKED for the name. */
  begin({ ipaddress }: WriteContext, username: string): void {
    this.byAddress.take(ipaddress ?? '');
    this.lockout.begin(username);
  }

  /** The log has who tried what from where, and never the password. */
  failed({ ipaddress, requestid }: WriteContext, username: string): void {
    this.host.log.warn('a password was wrong', { username: username.slice(0, 255), ipaddress, requestid });
  }

  succeeded(username: string): void {
    this.lockout.clear(username);
  }

  /** Unlocks the account with the change that the transaction makes. */
  forget(tx: Tx, username: string): void {
    this.lockout.clearIn(tx, username);
  }

  isLocked(username: string): boolean {
    return this.lockout.isLocked(username);
  }

  /**
   * That the caller knows the account's present password. 400 naming `current_password` when it is missing or wrong;
   * an account that must choose a new one is not asked.
   */
  async prove(context: WriteContext, userid: number, current: string | undefined): Promise<void> {
    const user = this.host.db.read((reader) => userById.get(reader, { userid }))!;
    if (user.mustchangepassword === 1) return;
    if (current === undefined) throw invalid('current_password', 'Enter your present password.');
    this.begin(context, user.username);
    if (!(await this.host.passwords.verify(current, user.passwordhash))) {
      this.failed(context, user.username);
      this.noteLock(context, user);
      throw invalid('current_password', 'Your present password is not right.');
    }
    this.succeeded(user.username);
  }

  /** The failure that locks a known account is audited, once. */
  noteLock(context: WriteContext, user: User | undefined): void {
    if (!user || !this.lockout.isLocked(user.username)) return;
    this.host.db.transact(context, 'identity.user.locked', (tx) =>
      tx.audit({ entitytype: 'user', entityid: user.userid }),
    );
  }
}

/** A password or an e-mail address of one's own: a token that was stolen, or a sign-in left open, must not change it. */
export function isOwnWayIn(
  context: WriteContext,
  userid: number,
  change: { password?: string; email?: string },
): boolean {
  const isOwn = context.actor.userid === userid;
  return isOwn && (change.password !== undefined || change.email !== undefined);
}

export const noToken = () =>
  new AppError(
    'FORBIDDEN',
    'Sign in with your password to change it or your e-mail address; a token cannot.',
  );
