import { and, eq, lt, sql } from 'drizzle-orm';
import { isActiveAssetOf } from '../../../src/features/catalog/index.ts';
import { assets } from '../../../src/features/catalog/tables.ts';
import { build, command, type Params, query } from '../../../src/kit/data/query.ts';
import { endpointcredentials, endpoints } from '../tables.ts';
import { servercertificates } from './tables.ts';

/** The certificate in this state. */
export const certificateIn = query((params: Params<{ state: 'served' | 'next' }>) =>
  build.select().from(servercertificates).where(eq(servercertificates.state, params.state)),
);

export const certificateBySha256 = query((params: Params<{ sha256: string }>) =>
  build.select().from(servercertificates).where(eq(servercertificates.sha256, params.sha256)),
);

/** Counts the served certificate if it expires before the instant: 0 or 1. */
export const servedCertificateEndingBefore = query((params: Params<{ before: string }>) =>
  build
    .select({ n: sql<number>`count(*)`.as('n') })
    .from(servercertificates)
    .where(and(eq(servercertificates.state, 'served'), lt(servercertificates.notafter, params.before))),
);

/** Stores the step, in days before the expiry, of the last warning about a certificate. */
export const recordWarning = command((params: Params<{ servercertificateid: number; warneddays: number }>) =>
  build
    .update(servercertificates)
    .set({ warneddays: params.warneddays })
    .where(eq(servercertificates.servercertificateid, params.servercertificateid)),
);

/** Counts of active, enrolled PCs: all, those that pin this key, and those that reported since an instant. */
export const trustOf = query((params: Params<{ spkipin: string; since: string }>) =>
  build
    .select({
      total: sql<number>`count(*)`.as('total'),
      pinned:
        sql<number>`coalesce(sum(${endpoints.ispinned} = 1 AND ${endpoints.spkipin} = ${params.spkipin}), 0)`.as(
          'pinned',
        ),
      heard: sql<number>`coalesce(sum(${endpoints.lastcheckin} >= ${params.since}), 0)`.as('heard'),
    })
    .from(endpointcredentials)
    .innerJoin(assets, isActiveAssetOf(endpointcredentials.assetid))
    .leftJoin(endpoints, eq(endpoints.assetid, endpointcredentials.assetid)),
);
