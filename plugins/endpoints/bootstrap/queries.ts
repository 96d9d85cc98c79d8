import { and, eq, sql } from 'drizzle-orm';
import { build, command, type Params, query } from '../../../src/kit/data/query.ts';
import { bootstraptokens } from './tables.ts';

/** The token with this prefix, even if it is revoked, expired or used up. */
export const tokenOfPrefix = query((params: Params<{ prefix: string }>) =>
  build.select().from(bootstraptokens).where(eq(bootstraptokens.prefix, params.prefix)),
);

/**
 * Uses up one use of a token in one statement, so that only one of two callers gets the last use. Changes no
 * row when the token is revoked, expired or used up.
 */
export const spendUse = command((params: Params<{ bootstraptokenid: number; at: string }>) =>
  build
    .update(bootstraptokens)
    .set({ usecount: sql`${bootstraptokens.usecount} + 1` })
    .where(
      and(
        eq(bootstraptokens.bootstraptokenid, params.bootstraptokenid),
        eq(bootstraptokens.revoked, 0),
        sql`${bootstraptokens.expiresat} > ${params.at}`,
        sql`${bootstraptokens.usecount} < coalesce(${bootstraptokens.maxuses}, ${bootstraptokens.usecount} + 1)`,
      ),
    ),
);
