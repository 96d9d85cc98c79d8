import { type Actor, ANONYMOUS, ANONYMOUS_ACTORS } from './actor.ts';
import { AppError } from './errors.ts';
import { type Access, acceptedCredentialsOf, authorizeActor } from './http/access.ts';
import { type Credential, PERSON } from './http/credential.ts';
import type { Route } from './http/routes.ts';

/**
 * One way to say who calls. Undefined when the request shows no such credential; throws 401 when it shows a bad one.
 * The address is worked out when it is asked for. `asof` is when the request began: a sign-in that has expired since
 * then is good for it.
 */
export type Mechanism = (
  req: Request,
  address: () => string,
  asof?: Date,
) => Actor | undefined | Promise<Actor | undefined>;

/** The one authentication gate: whatever the caller shows becomes one `Actor`, or 401; then it is authorised. */
export class Gate {
  /** `strangersRead` says what the site lets those read who have not signed in: `full`, `basic` or `none`. */
  constructor(private readonly strangersRead: () => string) {}

  private readonly mechanisms = new Map<Credential, Mechanism>();

  /** Plugs a credential in. */
  accept(credential: Credential, mechanism: Mechanism): void {
    this.mechanisms.set(credential, mechanism);
  }

  /** Throws an Error for a route that asks for what no feature accepts, or no setting switches: nobody would ever get in. */
  refuseUnknown(routes: readonly Route[], isSwitch: (setting: string) => boolean): void {
    for (const { method, path, access, enabledBy } of routes) {
      if (enabledBy !== undefined && !isSwitch(enabledBy))
        throw new Error(`${method} ${path} waits for the setting ${enabledBy}, which is no switch.`);
      for (const credential of acceptedCredentialsOf(access))
        if (!this.mechanisms.has(credential))
          throw new Error(
            `${method} ${path} asks for the credential ${credential.kind}, which no feature accepts.`,
          );
    }
  }

  /** Who calls, allowed to do so. 401 without valid credentials, 403 without the right. */
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
    return (await this.mechanisms.get(PERSON)?.(req, address, asof)) ?? this.stranger();
  }

  /** Whether the request shows any credential that opens something. */
  async isKnown(req: Request, address: () => string): Promise<boolean> {
    for (const mechanism of this.mechanisms.values()) {
      try {
        if (await mechanism(req, address)) return true;
      } catch (cause) {
        // One that opens nothing is none.
        if (!(cause instanceof AppError)) throw cause;
      }
    }
    return false;
  }

  private stranger(): Actor {
    // Whatever the setting may hold, nobody reads more than it says.
    return ANONYMOUS_ACTORS[this.strangersRead()] ?? ANONYMOUS_ACTORS.none!;
  }
}
