import type { WriteContext } from '../../kit/data/tx.ts';
import { AppError } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { signInRequiredError } from '../../kit/http/access.ts';
import { readGrants } from './actors.ts';
import { findAccount } from './find-account.ts';
import { type LoginClaims, signLogin, verifyLogin } from './login-tokens.ts';
import { needsPasswordProof, type PasswordLimiter } from './password-limiter.ts';
import { stampLogin, userById } from './queries.ts';
import { rolesOfUser } from './role-queries.ts';
import { listPermissionKeys } from './roles.ts';
import { type UserRow, users } from './tables.ts';

/** Signs users in and renews their sign-ins. */
export class Sessions {
  constructor(
    private readonly host: Host,
    private readonly tries: PasswordLimiter,
  ) {}

  /**
   * Returns tokens and the profile. Throws the same 401 INVALID_LOGIN for an unknown or ambiguous name, an
   * inactive user and a wrong password. Throws 429 while the account is locked or the address tries too
   * often. `left` is aborted when the caller disconnects.
   */
  async login(context: WriteContext, username: string, password: string, left?: AbortSignal) {
    const match = this.host.db.read((reader) => findAccount(reader, username));
    const { user } = match;
    const isLocking = this.tries.begin(context, username, match);
    const usable = user?.isactive === 1 ? user : undefined;
    const trying = { address: context.ipaddress ?? '', left };
    if (!(await this.host.passwords.verify(password, usable?.passwordhash, trying))) {
      this.tries.logFailure(context, username);
      if (isLocking) this.tries.recordLock(context, user);
      throw new AppError('INVALID_LOGIN', 'The user name or password is wrong.');
    }
    this.tries.clearFailures(usable!.username);
    const at = this.host.clock.now().toISOString();
    this.host.db.transact(
      {
        ...context,
        actor: { ...context.actor, kind: 'user', userid: usable!.userid, name: usable!.username },
      },
      'identity.user.loggedin',
      (tx) => {
        stampLogin.run(tx, { userid: usable!.userid, at });
        tx.audit({ entitytype: 'user', entityid: usable!.userid });
      },
    );
    return this.openSession(usable!);
  }

  /**
   * Returns a new access token for a refresh token, which stays valid. Throws 401 when the token has expired,
   * the sign-in was ended or the user is inactive.
   */
  async refresh(refreshToken: string) {
    const claims = await verifyLogin(this.host.secrets, this.host.clock.now(), 'refresh', refreshToken);
    const user = this.host.db.read((reader) => userById.get(reader, { userid: claims.userid }));
    if (user?.isactive !== 1 || user.tokenepoch !== claims.epoch) throw signInRequiredError();
    const seconds = this.accessSeconds();
    return {
      access_token: await this.createAccessToken(claims, seconds),
      token_type: 'Bearer',
      expires_in: seconds,
    };
  }

  /**
   * Stores the new password, ends all earlier sign-ins, unlocks the account and returns new tokens. Throws as
   * `checkPassword` does.
   */
  async changePassword(context: WriteContext, userid: number, next: string, current: string | undefined) {
    const user = this.host.db.read((reader) => userById.get(reader, { userid }))!;
    await this.tries.checkPassword(context, userid, current);
    const passwordhash = await this.host.passwords.hash(next, context);
    this.host.db.transact(context, 'identity.user.passwordchanged', (tx) => {
      tx.update(users, userid, {
        passwordhash,
        mustchangepassword: 0,
        issued: 0,
        tokenepoch: user.tokenepoch + 1,
      });
      this.tries.unlock(tx, user.username);
      tx.audit({ entitytype: 'user', entityid: userid });
    });
    return this.openSession(this.host.db.read((reader) => userById.get(reader, { userid }))!);
  }

  /** Returns the profile of `GET /api/auth/me`. `narrowed` replaces the user's permissions by a token's. */
  profile(userid: number, narrowed?: { isadmin: boolean; permissions: ReadonlySet<string> }) {
    return this.host.db.read((reader) => {
      const user = userById.get(reader, { userid })!;
      const grants = narrowed ?? readGrants(reader, userid);
      const roles = rolesOfUser.all(reader, { userid }).map(({ isadmin: _told, ...role }) => role);
      const all = listPermissionKeys(this.host);
      const { username, email, firstname, lastname } = user;
      // A role retains the permissions of a disabled plugin. They have no effect until the plugin is enabled
      // again.
      const permissions = grants.isadmin ? all : all.filter((name) => grants.permissions.has(name));
      return {
        userid,
        username,
        email,
        firstname,
        lastname,
        isadmin: grants.isadmin,
        mustchangepassword: user.mustchangepassword === 1,
        asksproof: needsPasswordProof(user),
        roles,
        permissions: permissions.sort(),
      };
    });
  }

  private async openSession(user: UserRow) {
    const claims = { userid: user.userid, epoch: user.tokenepoch };
    const seconds = this.accessSeconds();
    const days = this.host.settings.integer('refresh_token_days');
    return {
      access_token: await this.createAccessToken(claims, seconds),
      refresh_token: await signLogin(this.host.secrets, this.host.clock, 'refresh', claims, days * 86_400),
      token_type: 'Bearer',
      expires_in: seconds,
      user: this.profile(user.userid),
    };
  }

  private createAccessToken(claims: LoginClaims, seconds: number): Promise<string> {
    return signLogin(this.host.secrets, this.host.clock, 'access', claims, seconds);
  }

  private accessSeconds(): number {
    return this.host.settings.integer('access_token_minutes') * 60;
  }
}
