import type { Actor } from '../../kit/actor.ts';
import { AppError } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import type { Credential } from '../../kit/http/credential.ts';
import { pathOf } from '../../kit/http/path-of.ts';
import { KeyGuessLimiter } from '../../kit/key-guess-limiter.ts';
import { matchesSecret, mintSecret } from '../../kit/minted-secret.ts';
import { findUserActor } from '../identity/index.ts';
import { feedOfPrefix, stampFeed } from './queries.ts';
import type { CalendarFeedRow } from './tables.ts';

const FORM = /^(mw_cal_[A-Za-z0-9]{8})_[A-Za-z0-9_-]{43}$/;
const USE_STAMP_MS = 60_000;
/** The end of the path of the only route that reads the token. */
export const FEED_FILE = '/due.ics';

/** The credential of a calendar that reads the due dates of a user. */
export const CALENDAR: Credential = {
  kind: 'calendar',
  schemes: {
    calendartoken: {
      type: 'apiKey',
      in: 'query',
      name: 'token',
      description: 'The token of a calendar feed (mw_cal_). Calendars can send it only in the address.',
    },
  },
};

/** A user as the actor of a calendar feed. */
interface CalendarActor extends Actor {
  feedprefix: string;
}

/** Generates the token of a feed. The caller shows it once, and stores only its prefix and hash. */
export const mintFeedToken = () => mintSecret('mw_cal_');

/**
 * Returns the user of the feed whose token is in the query, with the current permissions. Returns undefined
 * without a token. Throws 401 for an unknown token and for an inactive user. Throws 429 after too many unknown
 * tokens from the address.
 */
export function authenticateFeed(host: Host, req: Request, address: () => string): Actor | undefined {
  if (!pathOf(req.url).endsWith(FEED_FILE)) return undefined;
  const token = URL.parse(req.url)?.searchParams.get('token') ?? null;
  if (token === null) return undefined;
  const find = () => ({ actor: actorOfFeed(host, token) });
  return host.getInstance(KeyGuessLimiter).findAndCountGuess(address(), token, find).actor;
}

function actorOfFeed(host: Host, token: string): CalendarActor {
  const prefix = FORM.exec(token)?.[1] ?? '';
  const feed = host.db.read((reader) => feedOfPrefix.get(reader, { prefix }));
  if (!matchesSecret(token, feed?.secrethash) || !feed)
    throw new AppError('UNAUTHORIZED', 'This calendar address is unknown. Create a new one on Due dates.');
  const owner = host.db.read((reader) => findUserActor(reader, feed.userid, null));
  if (!owner) throw new AppError('TOKEN_REVOKED', 'The owner of this calendar address is inactive.');
  stampUse(host, feed);
  return { ...owner, kind: CALENDAR.kind, feedprefix: prefix };
}

/** Returns the public prefix of the calling feed, which distinguishes its events from those of other feeds. */
export const feedPrefixOf = (actor: Actor): string => (actor as CalendarActor).feedprefix;

/** Records the last use as an unaudited write, at most once a minute for each feed. */
function stampUse(host: Host, { calendarfeedid, lastuseddate }: CalendarFeedRow): void {
  const now = host.clock.now();
  if (lastuseddate && now.getTime() - Date.parse(lastuseddate) < USE_STAMP_MS) return;
  host.db.writeUnaudited((tx) => stampFeed.run(tx, { calendarfeedid, at: now.toISOString() }));
}
