import { desc, eq, lt } from 'drizzle-orm';
import { build, command, excluded, type Params, query } from '../../kit/data/query.ts';
import { type Attempts, apitokens, loginattempts } from './tables.ts';

export const tokenById = query((given: Params<{ tokenid: number }>) =>
  build.select().from(apitokens).where(eq(apitokens.tokenid, given.tokenid)),
);

export const tokenByPrefix = query((given: Params<{ prefix: string }>) =>
  build.select().from(apitokens).where(eq(apitokens.prefix, given.prefix)),
);

export const tokensOfUser = query((given: Params<{ userid: number }>) =>
  build.select().from(apitokens).where(eq(apitokens.userid, given.userid)).orderBy(apitokens.tokenid),
);

/** The newest tokens up to a maximum, active ones first. */
export const newestTokens = query((given: Params<{ most: number }>) =>
  build.select().from(apitokens).orderBy(desc(apitokens.isactive), desc(apitokens.tokenid)).limit(given.most),
);

export const newestTokensOfUser = query((given: Params<{ userid: number; most: number }>) =>
  build
    .select()
    .from(apitokens)
    .where(eq(apitokens.userid, given.userid))
    .orderBy(desc(apitokens.isactive), desc(apitokens.tokenid))
    .limit(given.most),
);

/** The tokens that were created with this one. */
export const childTokens = query((given: Params<{ tokenid: number }>) =>
  build
    .select({ tokenid: apitokens.tokenid })
    .from(apitokens)
    .where(eq(apitokens.parenttokenid, given.tokenid)),
);

export const stampTokenUse = command((given: Params<{ tokenid: number; at: string; ipaddress: string }>) =>
  build
    .update(apitokens)
    .set({ lastuseddate: given.at, lastusedip: given.ipaddress })
    .where(eq(apitokens.tokenid, given.tokenid)),
);

export const attemptsOf = query((given: Params<{ name: string }>) =>
  build.select().from(loginattempts).where(eq(loginattempts.name, given.name)),
);

export const deleteAttempts = command((given: Params<{ name: string }>) =>
  build.delete(loginattempts).where(eq(loginattempts.name, given.name)),
);

export const deleteAttemptsBefore = command((given: Params<{ before: string }>) =>
  build.delete(loginattempts).where(lt(loginattempts.since, given.before)),
);

export const saveAttempts = command((given: Params<Attempts>) =>
  build
    .insert(loginattempts)
    .values({
      name: given.name,
      failures: given.failures,
      since: given.since,
      lockeduntil: given.lockeduntil,
    })
    .onConflictDoUpdate({
      target: loginattempts.name,
      set: {
        failures: excluded(loginattempts.failures),
        since: excluded(loginattempts.since),
        lockeduntil: excluded(loginattempts.lockeduntil),
      },
    }),
);
