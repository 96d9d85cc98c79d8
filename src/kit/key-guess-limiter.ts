import { createHash } from 'node:crypto';
import type { Actor } from './actor.ts';
import { AppError } from './errors.ts';
import type { Host } from './host.ts';
import { networkOf } from './http/client-address.ts';
import { RateLimiter } from './http/rate-limiter.ts';

const MAX_WRONG_PER_MINUTE = 30;
const PROVEN_MS = 24 * 60 * 60_000;
const MAX_KEPT = 50_000;

/**
 * Limits guesses of keys: API tokens, collector keys, kiosk tokens. After 30 different wrong keys in a minute
 * an address gets 429 for every key, so that a correct guess looks like a wrong one. Repeating the same wrong
 * key is not a guess. Callers that authenticated from the network within the last day are not affected.
 */
export class KeyGuessLimiter {
  private readonly limit: RateLimiter;
  private readonly refused = new Set<string>();
  private readonly proven = new Map<string, number>();

  constructor(private readonly host: Host) {
    this.limit = new RateLimiter(host.clock, { max: MAX_WRONG_PER_MINUTE, seconds: 60 });
  }

  /**
   * Returns the result of `find` for the key. Its error UNAUTHORIZED counts as a guess. Throws 429 at the
   * limit, also for a right key that its caller did not use from this network within the last day.
   */
  findAndCountGuess<T extends { actor: Actor }>(address: string, key: string, find: () => T): T {
    const network = networkOf(address);
    const found = this.findAndCountFailure(address, `${network} ${digest(key)}`, find);
    const { kind, tokenid, name } = found.actor;
    const provenKey = `${network} ${kind} ${tokenid ?? name}`;
    const now = this.host.clock.now().getTime();
    if ((this.proven.get(provenKey) ?? 0) + PROVEN_MS < now) this.limit.check(address);
    if (this.proven.size >= MAX_KEPT) this.proven.clear();
    this.proven.set(provenKey, now);
    return found;
  }

  private findAndCountFailure<T>(address: string, guess: string, find: () => T): T {
    try {
      return find();
    } catch (cause) {
      // A revoked or expired key is not a guess, and many machines may use it.
      if (cause instanceof AppError && cause.code === 'UNAUTHORIZED') this.count(address, guess, cause);
      throw cause;
    }
  }

  private count(address: string, guess: string, { message }: AppError): void {
    if (this.refused.has(guess)) {
      this.limit.check(address);
      return;
    }
    this.limit.count(address);
    if (this.refused.size >= MAX_KEPT) this.refused.clear();
    this.refused.add(guess);
    this.host.log.warn('rejected key', { ipaddress: address, reason: message });
  }
}

const digest = (key: string): string => createHash('sha256').update(key).digest('base64');
