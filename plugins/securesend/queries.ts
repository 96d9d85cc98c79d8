import { and, count, eq, gt, lte, sql } from 'drizzle-orm';
import { build, command, type Params, query } from '../../src/kit/data/query.ts';
import { securesends } from './tables.ts';

type SecretParams = Record<'tokenhash' | 'ciphertext' | 'sender' | 'expiresat' | 'at', string>;

/** Stores a secret. It bypasses the journal, which would retain the ciphertext. */
export const insertSecret = command((params: Params<SecretParams>) =>
  build
    .insert(securesends)
    .values({
      tokenhash: params.tokenhash,
      ciphertext: params.ciphertext,
      sender: params.sender,
      expiresat: params.expiresat,
      createddate: params.at,
    })
    .returning({ securesendid: securesends.securesendid }),
);

/** Reads and deletes a secret in one statement, so that only one of several concurrent callers gets it. */
export const consumeSecret = command((params: Params<{ tokenhash: string; at: string }>) =>
  build
    .delete(securesends)
    .where(and(eq(securesends.tokenhash, params.tokenhash), gt(securesends.expiresat, params.at)))
    .returning({ securesendid: securesends.securesendid, ciphertext: securesends.ciphertext }),
);

export const secretOf = query((params: Params<{ tokenhash: string; at: string }>) =>
  build
    .select({ securesendid: securesends.securesendid })
    .from(securesends)
    .where(and(eq(securesends.tokenhash, params.tokenhash), gt(securesends.expiresat, params.at))),
);

/** The number of unopened links of a sender, and the time when the first of them expires. */
export const unreadLinks = query((params: Params<{ sender: string; at: string }>) =>
  build
    .select({ n: count().as('n'), until: sql<string | null>`min(${securesends.expiresat})`.as('until') })
    .from(securesends)
    .where(and(eq(securesends.sender, params.sender), gt(securesends.expiresat, params.at))),
);

/** Any secret that has expired. */
export const anyExpiredSecret = query((params: Params<{ at: string }>) =>
  build
    .select({ securesendid: securesends.securesendid })
    .from(securesends)
    .where(lte(securesends.expiresat, params.at))
    .limit(1),
);

export const deleteExpiredSecrets = command((params: Params<{ at: string }>) =>
  build.delete(securesends).where(lte(securesends.expiresat, params.at)),
);
