import { type Actor, ANONYMOUS, ANONYMOUS_ACTORS } from './actor.ts';
import { AppError } from './errors.ts';
import { type Access, acceptedCredentialsOf, authorizeActor } from './http/access.ts';
import { type Credential, PERSON } from './http/credential.ts';
import type { Route } from './http/routes.ts';

/**
 * An authentication mechanism. Returns undefined when the request has no such credential, and throws 401 for
 * an invalid one. `address` computes the address of the caller on demand. `asof` is the start of the request:
 * a sign-in that has expired since then remains valid for it.
 */
export type Mechanism = (
  req: Request,
  address: () => string,
  asof?: Date,
) => Actor | undefined | Promise<Actor | undefined>;

/**
 * The only authentication gate. It converts the credential of a request to an `Actor` or throws 401, and then
 * authorizes it.
 */
export class Gate {
  /** `anonymousRead` returns the read access of anonymous callers: `full`, `basic` or `none`. */
  constructor(private readonly anonymousRead: () => string) {}

  private readonly mechanisms = new Map<Credential, Mechanism>();

  /** Registers the mechanism of a credential. */
  accept(credential: Credential, mechanism: Mechanism): void {
    this.mechanisms.set(credential, mechanism);
  }

  /**
   * Throws an Error for a route with a credential that no feature accepts, or with a setting that is not a
   * switch. No caller could use the route with that credential, or switch the route on.
   */
  refuseUnknown(routes: readonly Route[], isSwitch: (setting: string) => boolean): void {
    for (const { method, path, access, enabledBy } of routes) {
      if (enabledBy !== undefined && !isSwitch(enabledBy))
        throw new Error(
          `${method} ${path} depends on the setting ${enabledBy}, which is not a boolean setting.`,
        );
      for (const credential of acceptedCredentialsOf(access))
        if (!this.mechanisms.has(credential))
          throw new Error(
            `${method} ${path} requires the credential ${credential.kind}, which no feature accepts.`,
          );
    }
  }

  /**
   * Returns the authorized caller. Throws 401 for an invalid credential, or for an anonymous caller whom the
   * route does not accept, and 403 without the permission. On an `open` route, every caller is anonymous.
   */
  async authorizeRequest(access: Access, req: Request, address: () => string, asof?: Date): Promise<Actor> {
    if (access === 'open') return ANONYMOUS;
    const actor = await this.caller(access, req, address, asof);
    authorizeActor(actor, access, req.method !== 'GET');
    return actor;
  }

  private async caller(access: Access, req: Request, address: () => string, asof?: Date): Promise<Actor> {
    for (const credential of acceptedCredentialsOf(access)) {
      const machine = await this.mechanisms.get(credential)?.(req, address, asof);
      if (machine) return machine;
    }
    return (await this.mechanisms.get(PERSON)?.(req, address, asof)) ?? this.anonymousActor();
  }

  /** Reports whether the request has any valid credential. */
  async isKnown(req: Request, address: () => string): Promise<boolean> {
    for (const mechanism of this.mechanisms.values()) {
      try {
        if (await mechanism(req, address)) return true;
      } catch (cause) {
        // An invalid credential counts as none.
        if (!(cause instanceof AppError)) throw cause;
      }
    }
    return false;
  }

  private anonymousActor(): Actor {
    // An invalid value of the setting must not grant more than `none`.
    return ANONYMOUS_ACTORS[this.anonymousRead()] ?? ANONYMOUS_ACTORS.none!;
  }
}
