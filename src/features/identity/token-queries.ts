import { desc, eq, lt } from 'drizzle-orm';
import { build, command, excluded, type Params, query } from '../../kit/data/query.ts';
import { type Attempts, apitokens, loginattempts } from './tables.ts';

export const tokenById = query((params: Params<{ tokenid: number }>) =>
  build.select().from(apitokens).where(eq(apitokens.tokenid, params.tokenid)),
);

export const tokenByPrefix = query((params: Params<{ prefix: string }>) =>
  build.select().from(apitokens).where(eq(apitokens.prefix, params.prefix)),
);

/** All tokens of a user, including inactive ones, by ID. */
export const tokensOfUser = query((params: Params<{ userid: number }>) =>
  build.select().from(apitokens).where(eq(apitokens.userid, params.userid)).orderBy(apitokens.tokenid),
);

/** The newest tokens up to a maximum, active ones first. */
export const newestTokens = query((params: Params<{ most: number }>) =>
  build
    .select()
    .from(apitokens)
    .orderBy(desc(apitokens.isactive), desc(apitokens.tokenid))
    .limit(params.most),
);

export const newestTokensOfUser = query((params: Params<{ userid: number; most: number }>) =>
  build
    .select()
    .from(apitokens)
    .where(eq(apitokens.userid, params.userid))
    .orderBy(desc(apitokens.isactive), desc(apitokens.tokenid))
    .limit(params.most),
);

/** The tokens that were created with the token. */
export const childTokens = query((params: Params<{ tokenid: number }>) =>
  build
    .select({ tokenid: apitokens.tokenid })
    .from(apitokens)
    .where(eq(apitokens.parenttokenid, params.tokenid)),
);

export const stampTokenUse = command((params: Params<{ tokenid: number; at: string; ipaddress: string }>) =>
  build
    .update(apitokens)
    .set({ lastuseddate: params.at, lastusedip: params.ipaddress })
    .where(eq(apitokens.tokenid, params.tokenid)),
);

/** The counted password attempts of a name, as `Lockout` stores them. */
export const attemptsOf = query((params: Params<{ name: string }>) =>
  build.select().from(loginattempts).where(eq(loginattempts.name, params.name)),
);

export const deleteAttempts = command((params: Params<{ name: string }>) =>
  build.delete(loginattempts).where(eq(loginattempts.name, params.name)),
);

export const deleteAttemptsBefore = command((params: Params<{ before: string }>) =>
  build.delete(loginattempts).where(lt(loginattempts.since, params.before)),
);

export const saveAttempts = command((params: Params<Attempts>) =>
  build
    .insert(loginattempts)
    .values({
      name: params.name,
      failures: params.failures,
      since: params.since,
      lockeduntil: params.lockeduntil,
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
