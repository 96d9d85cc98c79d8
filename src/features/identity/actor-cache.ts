import { getTableName } from 'drizzle-orm';
import type { Actor } from '../../kit/actor.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Database } from '../../kit/data/database.ts';
import { apitokens, rolepermissions, roles, userroles, users } from './tables.ts';

const TABLES = [users, roles, rolepermissions, userroles, apitokens].map(getTableName);
const MAX_ENTRIES = 20_000;

/**
 * Who a credential was the last time it was shown. An entry dies with any write to the tables that decide it, so
 * that a revoked token or a removed role counts at the very next request.
 */
export class ActorCache {
  private readonly entries = new Map<string, { actor: Actor; until: number }>();
  private version = '';

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  get(credential: string): Actor | undefined {
    const version = this.db.versionOf(TABLES);
    if (version !== this.version) {
      this.entries.clear();
      this.version = version;
    }
    const entry = this.entries.get(credential);
    return entry && entry.until > this.clock.now().getTime() ? entry.actor : undefined;
  }

  /** `until` in milliseconds since 1970. */
  put(credential: string, actor: Actor, until: number): void {
    if (this.entries.size >= MAX_ENTRIES) this.entries.clear();
    this.entries.set(credential, { actor, until });
  }
}
