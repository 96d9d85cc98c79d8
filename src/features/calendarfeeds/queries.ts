import { eq } from 'drizzle-orm';
import { build, command, type Params, query } from '../../kit/data/query.ts';
import { calendarfeeds } from './tables.ts';

export const feedOfPrefix = query((params: Params<{ prefix: string }>) =>
  build.select().from(calendarfeeds).where(eq(calendarfeeds.prefix, params.prefix)),
);

/** The feeds of a user, by ID. */
export const feedsOfUser = query((params: Params<{ userid: number }>) =>
  build
    .select()
    .from(calendarfeeds)
    .where(eq(calendarfeeds.userid, params.userid))
    .orderBy(calendarfeeds.calendarfeedid),
);

export const stampFeed = command((params: Params<{ calendarfeedid: number; at: string }>) =>
  build
    .update(calendarfeeds)
    .set({ lastuseddate: params.at })
    .where(eq(calendarfeeds.calendarfeedid, params.calendarfeedid)),
);
