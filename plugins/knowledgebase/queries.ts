import { eq, sql } from 'drizzle-orm';
import { build, command, type Params } from '../../src/kit/data/query.ts';
import { articles } from './tables.ts';

/** One reader more. The stamp stays: who is changing the article meanwhile has still read what it says. */
export const countClick = command((given: Params<{ articleid: number }>) =>
  build
    .update(articles)
    .set({ clicks: sql`${articles.clicks} + 1` })
    .where(eq(articles.articleid, given.articleid)),
);
