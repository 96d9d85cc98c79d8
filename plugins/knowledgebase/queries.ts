import { eq, sql } from 'drizzle-orm';
import { build, command, type Params } from '../../src/kit/data/query.ts';
import { articles } from './tables.ts';

/**
 * Counts one more view. The modification time stays, so that a concurrent edit of the article causes no
 * conflict.
 */
export const countClick = command((params: Params<{ articleid: number }>) =>
  build
    .update(articles)
    .set({ clicks: sql`${articles.clicks} + 1` })
    .where(eq(articles.articleid, params.articleid)),
);
