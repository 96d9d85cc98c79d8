import type { Host } from '../../../src/kit/host.ts';
import { PERSON_KEYS, type PersonFacts } from '../person.ts';
import { AnswerCache } from './answer-cache.ts';
import { Breaker } from './breaker.ts';
import { HrError, hrTimeoutError, toHrError } from './hr-error.ts';
import { openPool } from './pool.ts';
import { type HrSource, readHrSource } from './source.ts';
import {
  buildLookupStatement,
  buildProbeStatement,
  buildSearchStatement,
  type HrStatement,
} from './statement.ts';
import type { Connections, HrRow } from './worker-messages.ts';

/** Maximum milliseconds of one query to the HR database, including the connection. */
const PATIENCE_MS = 3000;
const MAX_CACHED_PEOPLE = 10_000;
const MAX_CACHED_SEARCHES = 500;

export interface LookupResult {
  facts: PersonFacts;
  stale: boolean;
}

/**
 * Read-only access to the people of an HR database. Results are cached, so that they can be returned while it
 * does not respond.
 */
export class HrDirectory {
  private readonly people = new AnswerCache<PersonFacts | null>(MAX_CACHED_PEOPLE);
  private readonly searches = new AnswerCache<readonly PersonFacts[]>(MAX_CACHED_SEARCHES);
  private readonly breaker: Breaker;
  private pool: Promise<Connections> | undefined;
  private fingerprint = '';
  private failed: string | null = null;

  constructor(private readonly host: Host) {
    this.breaker = new Breaker(host.clock);
  }

  /**
   * The reason why the last query failed or why none is possible; null without one. A value that does not fit
   * its column is no such reason.
   */
  get trouble(): string | null {
    try {
      this.current();
      return this.failed;
    } catch (cause) {
      this.assertHrError(cause);
      return cause.message;
    }
  }

  /**
   * Searches the HR database. When the query fails, returns the cached result of this search with `stale:
   * true`; an empty one when none is cached.
   */
  async search(q: string, limit: number): Promise<{ people: readonly PersonFacts[]; stale: boolean }> {
    const key = `${limit} ${q}`;
    try {
      const people = await this.ask((source) => buildSearchStatement(source, q, limit));
      this.searches.set(key, people);
      for (const facts of people) this.people.set(facts.sso, facts);
      return { people, stale: false };
    } catch (cause) {
      this.assertHrError(cause);
      return { people: this.searches.get(key) ?? [], stale: true };
    }
  }

  /**
   * Returns the existing people among these SSOs, in this order. When the query fails, returns the cached
   * facts with `stale: true`; people who are not cached have only their SSO.
   */
  async lookup(ssos: readonly string[]): Promise<LookupResult[]> {
    try {
      const people = await this.find(ssos);
      // A numeric column drops leading zeros, so both spellings are looked up.
      const found = new Map(
        people.flatMap((facts) => [
          [withoutZeros(facts.sso), facts],
          [facts.sso, facts],
        ]),
      );
      return ssos.flatMap((sso) => {
        const facts = found.get(sso) ?? found.get(withoutZeros(sso)) ?? null;
        this.people.set(sso, facts);
        return facts ? [{ facts, stale: false }] : [];
      });
    } catch (cause) {
      this.assertHrError(cause);
      return ssos.flatMap((sso) => {
        const cached = this.people.get(sso);
        return cached === null ? [] : [{ facts: cached ?? createEmptyFacts(sso), stale: true }];
      });
    }
  }

  /** Returns the cached facts of a person, or undefined. For an uncached person, it also starts a lookup. */
  findCached(sso: string): PersonFacts | undefined {
    const facts = this.people.get(sso);
    if (facts === undefined)
      this.lookup([sso]).catch((cause) => this.host.log.error('failed to look up an employee', { cause }));
    return facts ?? undefined;
  }

  private async find(ssos: readonly string[]): Promise<PersonFacts[]> {
    try {
      return await this.ask((source) => buildLookupStatement(source, ssos, false));
    } catch (cause) {
      if (!(cause instanceof HrError && cause.kind === 'value')) throw cause;
      return this.ask((source) => buildLookupStatement(source, ssos, true));
    }
  }

  /** Sends a test query at once, even during a pause. Returns an error message, or null. */
  async test(): Promise<string | null> {
    try {
      this.current();
      const people = await this.askNow(buildProbeStatement);
      return people.length > 0 ? null : 'The table exists but contains no readable employees.';
    } catch (cause) {
      this.assertHrError(cause);
      return (cause as HrError).message;
    }
  }

  /** Closes the connections. */
  end(): void {
    const { pool } = this;
    this.pool = undefined;
    pool?.then((open) => open.end()).catch(() => undefined);
  }

  private assertHrError(cause: unknown): asserts cause is HrError {
    if (!(cause instanceof HrError)) throw cause;
  }

  private ask(write: (source: HrSource) => HrStatement): Promise<PersonFacts[]> {
    this.current();
    this.breaker.refuse();
    return this.askNow(write);
  }

  /**
   * Returns the current source. When the settings have changed, discards the connections, the caches and the
   * pause.
   */
  private current(): HrSource {
    const source = readHrSource(this.host.settings);
    if (source.fingerprint === this.fingerprint) return source;
    this.fingerprint = source.fingerprint;
    this.end();
    this.people.clear();
    this.searches.clear();
    this.breaker.recordAnswer();
    this.failed = null;
    return source;
  }

  private async askNow(write: (source: HrSource) => HrStatement): Promise<PersonFacts[]> {
    const source = this.current();
    const { fingerprint } = source;
    try {
      const rows = await inTime(this.rows(source, write(source)));
      this.failed = null;
      if (this.breaker.recordAnswer()) this.host.log.info('HR database responds again');
      return rows.flatMap(factsOf);
    } catch (cause) {
      const failure = toHrError(cause);
      if (failure.kind !== 'value') this.failed = failure.message;
      // A server that rejects a query is working, so the next query is sent.
      if (failure.kind === 'question' || failure.kind === 'value') this.breaker.recordAnswer();
      else if (fingerprint === this.fingerprint) this.leaveAlone(failure);
      throw failure;
    }
  }

  private leaveAlone(failure: HrError): void {
    this.end();
    if (this.breaker.recordFailure(failure.message))
      this.host.log.warn('HR database does not respond', { reason: failure.message });
  }

  private async rows(source: HrSource, statement: HrStatement): Promise<readonly HrRow[]> {
    this.pool ??= openPool(source, this.host.config.allowLoopback);
    const pool = await this.pool;
    return pool.rows(statement);
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(hrTimeoutError()), PATIENCE_MS);
  });
  // After a timeout, a later rejection of the work must still be handled.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}

const withoutZeros = (sso: string): string => sso.replace(/^0+(?=\d)/, '');

const createEmptyFacts = (sso: string): PersonFacts => ({
  sso,
  firstname: null,
  lastname: null,
  team: null,
  role: null,
  picture: null,
});

/** Converts a row to facts. Returns an empty list when the row has no SSO. */
function factsOf(row: HrRow): PersonFacts[] {
  const facts = Object.fromEntries(
    PERSON_KEYS.map((key) => {
      const cell = row[key];
      const text = cell === null || cell === undefined ? '' : String(cell).trim();
      return [key, text === '' ? null : text];
    }),
  ) as unknown as PersonFacts;
  return facts.sso === null ? [] : [facts];
}
