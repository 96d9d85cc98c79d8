import { z } from 'zod';
import type { Host } from '../../kit/host.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import { idParam } from '../../kit/http/paging.ts';
import { dueCalendarQuery } from '../dashboard/index.ts';
import { CALENDAR } from './credential.ts';
import { calendarResponse, MAX_EVENTS } from './due-calendar.ts';
import { createFeed, listFeeds, revokeFeed } from './service.ts';

/** Maximum number of feeds of one user. */
export const MAX_FEEDS = 10;

const newFeed = z
  .object({
    name: z
      .string()
      .trim()
      .min(1, 'Enter a name.')
      .max(120)
      .regex(/^\P{Cc}*$/u, 'Control characters are not allowed.')
      .refine((text) => text.isWellFormed(), 'The text contains an incomplete character.')
      .meta({ description: 'The calendar that uses the address, such as Outlook.' }),
  })
  .meta({ id: 'CreatedCalendarFeed' });

const feedRecord = z
  .object({
    calendarfeedid: z.int(),
    name: z.string(),
    prefix: z.string().meta({ description: 'The beginning of the token.' }),
    lastuseddate: z.iso.datetime().nullable(),
    createddate: z.iso.datetime(),
    modifieddate: z.iso.datetime(),
  })
  .meta({ id: 'CalendarFeed' });
export type CalendarFeed = z.output<typeof feedRecord>;

const createdFeed = feedRecord
  .extend({
    token: z.string().meta({ description: 'Returned only once.' }),
    url: z.string().meta({ description: 'The address for the calendar; a path without `site_url`.' }),
  })
  .meta({ id: 'CalendarFeedWithToken' });
export type CreatedCalendarFeed = z.output<typeof createdFeed>;

/** Returns the routes of the addresses for calendars, and of the calendar itself. */
export const calendarFeedRoutes = (host: Host): readonly Api[] => [
  api('/api/calendarfeeds')
    .get(
      '',
      ({ call }) => listFeeds(host, call.actor.userid!),
      routeOptions({
        access: 'login',
        summary: 'List your calendar addresses',
        responseSchema: feedRecord.array().max(MAX_FEEDS),
      }),
    )
    .post(
      '',
      ({ call, body }) => createFeed(host, call.context, body),
      routeOptions({
        access: 'session',
        summary: 'Create a calendar address of your due dates',
        body: newFeed,
        responseSchema: createdFeed,
        status: 201,
      }),
    )
    .delete(
      '/:calendarfeedid',
      ({ call, params }) => {
        revokeFeed(host, call.context, params.calendarfeedid);
        return { deleted: params.calendarfeedid };
      },
      routeOptions({
        access: 'login',
        summary: 'Revoke a calendar address; an admin can revoke those of all users',
        params: z.object({ calendarfeedid: idParam }),
        responseSchema: z.object({ deleted: z.int() }),
      }),
    ),
  api('/api/dashboard').get(
    '/due.ics',
    ({ call, query }) => calendarResponse(host, call.actor, query),
    routeOptions({
      access: { machine: [CALENDAR] },
      summary: `Due dates as iCalendar: the next ones, then overdue ones, at most ${MAX_EVENTS}, with the current permissions of the user`,
      query: dueCalendarQuery(host),
      responseSchema: z.string(),
      produces: 'text/calendar',
    }),
  ),
];
