import { invariant } from '../../kit/data/invariant.ts';
import { rowLimit } from '../../kit/data/row-limit.ts';
import type { Mechanism } from '../../kit/gate.ts';
import type { Credential } from '../../kit/http/credential.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { users } from '../identity/tables.ts';
import { authenticateFeed, CALENDAR } from './credential.ts';
import { feedsOfUser } from './queries.ts';
import { calendarFeedRoutes, MAX_FEEDS } from './routes.ts';
import * as tables from './tables.ts';

/** Deletes the feeds of a deactivated user. Activating the user again does not restore them. */
const feedsEndWithOwner = invariant('a calendar feed has an active owner', [users], (tx, changes) => {
  for (const { id, after } of changes)
    if (after?.isactive === 0)
      for (const { calendarfeedid } of feedsOfUser.all(tx, { userid: id }))
        tx.delete(tables.calendarfeeds, calendarfeedid);
});

/** Addresses under which calendars read the due dates of a user. */
export const calendarFeedsFeature = definePlugin({
  id: 'calendarfeeds',
  title: 'Calendar feeds',
  description: 'Due dates in the calendars of users',
  core: true,
  tables,
  secrets: [tables.calendarfeeds.secrethash],
  irreversibleTables: [tables.calendarfeeds],
  revocationRules: [
    {
      table: tables.calendarfeeds,
      identity: [tables.calendarfeeds.secrethash],
      revokedState: null,
    },
  ],
  auditEntities: {
    calendarfeed: {
      id: tables.calendarfeeds.calendarfeedid,
      name: tables.calendarfeeds.name,
      page: () => '/due',
    },
  },
  rowTitles: { calendarfeeds: { one: 'Calendar address', fields: { name: { title: 'Name' } } } },
  invariants: [
    feedsEndWithOwner,
    rowLimit(tables.calendarfeeds, 'calendar addresses', {
      most: MAX_FEEDS,
      per: { column: 'userid', one: 'person' },
    }),
  ],
  credentials: (host) =>
    new Map<Credential, Mechanism>([[CALENDAR, (req, address) => authenticateFeed(host, req, address)]]),
  routes: calendarFeedRoutes,
});
