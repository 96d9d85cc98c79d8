import type { Actor } from '../../kit/actor.ts';
import type { Clock } from '../../kit/clock.ts';
import type { CachedResult } from '../../kit/data/query-cache.ts';

const MAX_ENTRIES = 20_000;

/** The actor of a credential, and the time until which it may be cached, in milliseconds since 1970. */
export interface CachedActor {
  actor: Actor;
  until: number;
}

/**
 * Caches the actors of credentials. Any write to the tables from which an entry was read invalidates it. So a
 * revoked token or a removed role takes effect at the next request.
 */
export class ActorCache {
  private readonly entries = new Map<string, CachedResult<CachedActor>>();

  constructor(private readonly clock: Clock) {}

  /** Returns the cached actor; undefined when it is missing, invalidated or expired at the time `asof`. */
  get(credential: string, asof = this.clock.now()): Actor | undefined {
    const entry = this.entries.get(credential);
    return entry?.isFresh() && entry.value.until > asof.getTime() ? entry.value.actor : undefined;
  }

  /** Caches an actor and returns it. A full cache is emptied before. */
  put(credential: string, cached: CachedResult<CachedActor>): Actor {
    if (this.entries.size >= MAX_ENTRIES) this.entries.clear();
    this.entries.set(credential, cached);
    return cached.value.actor;
  }
}
