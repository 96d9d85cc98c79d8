import type { Reader } from '../../kit/data/reader.ts';
import type { Tx, WriteContext } from '../../kit/data/tx.ts';
import { notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { mintFeedToken } from './credential.ts';
import { feedsOfUser } from './queries.ts';
import { type CalendarFeedRow, calendarfeeds } from './tables.ts';

const toRecord = ({ userid: _owner, secrethash: _never, ...feed }: CalendarFeedRow) => feed;

/** Lists the feeds of the caller. */
export const listFeeds = (host: Host, userid: number) =>
  host.db.read((reader: Reader) => feedsOfUser.all(reader, { userid }).map(toRecord));

/** Creates a feed of the caller. Returns it with its token and address, which are shown only this once. */
export function createFeed(host: Host, context: WriteContext, { name }: { name: string }) {
  const { secret, ...columns } = mintFeedToken();
  const { value: feed } = host.db.transact(context, 'calendarfeeds.calendarfeed.created', (tx) => {
    const id = tx.insert(calendarfeeds, { userid: context.actor.userid!, name, ...columns });
    tx.audit({ entitytype: 'calendarfeed', entityid: id, details: { name }, undoable: false });
    return toRecord(tx.must(calendarfeeds, id, 'Calendar address'));
  });
  return { ...feed, token: secret, url: addressOf(host, secret) };
}

/** Revokes a feed of the caller; any feed for an admin. Throws 404 for any other one. */
export function revokeFeed(host: Host, context: WriteContext, id: number): void {
  host.db.transact(context, 'calendarfeeds.calendarfeed.revoked', (tx) => {
    const { name } = getManageableFeed(tx, context, id);
    tx.delete(calendarfeeds, id);
    tx.audit({ entitytype: 'calendarfeed', entityid: id, details: { name }, undoable: false });
  });
}

function getManageableFeed(tx: Tx, { actor }: WriteContext, id: number): CalendarFeedRow {
  const feed = tx.must(calendarfeeds, id, 'Calendar address');
  if (feed.userid !== actor.userid && !actor.isadmin) throw notFound('Calendar address');
  return feed;
}

/** Returns the address of the feed. It starts with the configured site address, or is only a path without one. */
function addressOf({ settings, config }: Host, token: string): string {
  const site = settings.text('site_url').replace(/\/+$/, '');
  return `${site || config.basePath}/api/dashboard/due.ics?token=${token}`;
}
