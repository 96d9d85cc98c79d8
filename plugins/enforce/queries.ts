import { and, asc, eq, sql } from 'drizzle-orm';
import { applications } from '../../src/features/catalog/tables.ts';
import { build, isSet, type Params, query, type RowOf } from '../../src/kit/data/query.ts';
import { isNamed } from '../../src/kit/data/same-name.ts';
import type { Phase } from './labels.ts';
import { enforceentries, enforcescopes } from './tables.ts';

export const scopeOf = query((params: Params<{ scopeid: number }>) =>
  build.select().from(enforcescopes).where(eq(enforcescopes.scopeid, params.scopeid)),
);

export const scopeNamed = query((params: Params<{ scopename: string; phase: string }>) =>
  build
    .select()
    .from(enforcescopes)
    .where(and(isNamed(enforcescopes.scopename, params.scopename), eq(enforcescopes.phase, params.phase))),
);

const entries = () =>
  build
    .select({
      entryid: enforceentries.entryid,
      scopeid: enforceentries.scopeid,
      name: enforceentries.name,
      fields: enforceentries.fields,
      payloadsha256: enforceentries.payloadsha256,
      appid: enforceentries.appid,
      appname: applications.appname,
      sortorder: enforceentries.sortorder,
      isenabled: enforceentries.isenabled,
      createddate: enforceentries.createddate,
      modifieddate: enforceentries.modifieddate,
    })
    .from(enforceentries)
    .leftJoin(applications, eq(applications.appid, enforceentries.appid));

export const entriesOfScope = query((params: Params<{ scopeid: number }>) =>
  entries()
    .where(eq(enforceentries.scopeid, params.scopeid))
    .orderBy(asc(enforceentries.sortorder), asc(enforceentries.entryid)),
);

export const entryById = query((params: Params<{ entryid: number }>) =>
  entries().where(eq(enforceentries.entryid, params.entryid)),
);

export type StoredEntry = RowOf<typeof entryById>;

export const entryNamed = query((params: Params<{ scopeid: number; name: string }>) =>
  build
    .select({ entryid: enforceentries.entryid })
    .from(enforceentries)
    .where(and(eq(enforceentries.scopeid, params.scopeid), isNamed(enforceentries.name, params.name))),
);

/** Number of entries in a scope, their highest position, and the characters of all their fields. */
export const extentOf = query((params: Params<{ scopeid: number }>) =>
  build
    .select({
      n: sql<number>`count(*)`.as('n'),
      last: sql<number>`coalesce(max(${enforceentries.sortorder}), 0)`.as('last'),
      letters: sql<number>`coalesce(sum(length(${enforceentries.fields})), 0)`.as('letters'),
    })
    .from(enforceentries)
    .where(eq(enforceentries.scopeid, params.scopeid)),
);

export const activeApplications = query((params: Params<{ most: number }>) =>
  build
    .select({ appid: applications.appid, appname: applications.appname })
    .from(applications)
    .where(isSet(applications.isactive))
    .orderBy(applications.appnamesortkey)
    .limit(params.most),
);

export const applicationOf = query((params: Params<{ appid: number }>) =>
  build.select({ appid: applications.appid }).from(applications).where(eq(applications.appid, params.appid)),
);

/** Scopes of a JSON list of IDs. */
export const scopesAmong = query((params: Params<{ ids: string }>) =>
  build
    .select()
    .from(enforcescopes)
    .where(sql`${enforcescopes.scopeid} IN (SELECT value FROM json_each(${params.ids}))`),
);

/** Entries of the scopes in a JSON list of IDs, in their order. */
export const entriesAmong = query((params: Params<{ ids: string }>) =>
  build
    .select({
      scopeid: enforceentries.scopeid,
      fields: enforceentries.fields,
      isenabled: enforceentries.isenabled,
    })
    .from(enforceentries)
    .where(sql`${enforceentries.scopeid} IN (SELECT value FROM json_each(${params.ids}))`)
    .orderBy(asc(enforceentries.scopeid), asc(enforceentries.sortorder), asc(enforceentries.entryid)),
);

export const scopesOfPhase = query((params: Params<{ phase: Phase }>) =>
  build
    .select()
    .from(enforcescopes)
    .where(eq(enforcescopes.phase, params.phase))
    .orderBy(enforcescopes.sortname, enforcescopes.scopeid),
);

/** Entries of a draft that install an application. */
export const entriesInstalling = query((params: Params<{ scopeid: number; appid: number }>) =>
  build
    .select({ name: enforceentries.name })
    .from(enforceentries)
    .where(and(eq(enforceentries.scopeid, params.scopeid), eq(enforceentries.appid, params.appid))),
);
