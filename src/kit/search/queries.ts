import { and, between, count, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { integer, sqliteTable, text } from '../data/columns.ts';
import { build, command, type Params, query } from '../data/query.ts';
import {
  type SearchDoc,
  searchdocs,
  searchfields,
  searchkeys,
  searchkinds,
  searchoutdated,
  searchstate,
} from '../tables.ts';

/** The words of the index, each once. A virtual table, whose columns have no types that could differ. */
const searchwords = sqliteTable('searchwords', { term: text().notNull() });

const searchindex = sqliteTable('searchindex', { rowid: integer().notNull() });

export const searchKinds = query(() => build.select().from(searchkinds));

export const putKind = command((params: Params<{ kind: string }>) =>
  build.insert(searchkinds).values({ kind: params.kind }).onConflictDoNothing(),
);

export const allSearchFields = query(() => build.select().from(searchfields));

export const putSearchField = command((params: Params<{ field: string }>) =>
  build.insert(searchfields).values({ field: params.field }).onConflictDoNothing(),
);

/** Selects the document of a record, active or inactive. */
export const searchDocumentOf = query((params: Params<{ active: number; inactive: number }>) =>
  build
    .select()
    .from(searchdocs)
    .where(inArray(searchdocs.docid, [params.active, params.inactive])),
);

export const setTitles = command((params: Params<Pick<SearchDoc, 'docid' | 'title' | 'subtitle'>>) =>
  build
    .update(searchdocs)
    .set({ title: params.title, subtitle: params.subtitle })
    .where(eq(searchdocs.docid, params.docid)),
);

export const setTexts = command((params: Params<Pick<SearchDoc, 'docid' | 'body' | 'personal'>>) =>
  build
    .update(searchdocs)
    .set({ body: params.body, personal: params.personal })
    .where(eq(searchdocs.docid, params.docid)),
);

export const dropDocument = command((params: Params<{ docid: number }>) =>
  build.delete(searchdocs).where(eq(searchdocs.docid, params.docid)),
);

type Keys = Params<{ docid: number; keys: string }>;

export const putKeys = command((params: Keys) =>
  build
    .insert(searchkeys)
    .select(sql`SELECT value AS key, ${params.docid} AS docid FROM json_each(${params.keys})`),
);

export const searchKeysOf = query((params: Params<{ docid: number }>) =>
  build.select({ key: searchkeys.key }).from(searchkeys).where(eq(searchkeys.docid, params.docid)),
);

export const dropKeys = command((params: Keys) =>
  build
    .delete(searchkeys)
    .where(
      and(
        eq(searchkeys.docid, params.docid),
        sql`${searchkeys.key} IN (SELECT value FROM json_each(${params.keys}))`,
      ),
    ),
);

/** Selects the fingerprint of the features that the index was built with. */
export const indexFingerprint = query(() =>
  build.select({ fingerprint: searchstate.fingerprint }).from(searchstate),
);

export const setIndexFingerprint = command((params: Params<{ fingerprint: string }>) =>
  build
    .insert(searchstate)
    .values({ searchstateid: 1, fingerprint: params.fingerprint })
    .onConflictDoUpdate({
      target: searchstate.searchstateid,
      set: { fingerprint: sql`excluded.fingerprint` },
    }),
);

/** Selects the highest document number in a range. */
export const lastDocument = query((params: Params<{ first: number; last: number }>) =>
  build
    .select({ docid: searchdocs.docid })
    .from(searchdocs)
    .where(between(searchdocs.docid, params.first, params.last))
    .orderBy(desc(searchdocs.docid))
    .limit(1),
);

/** Selects the words of a JSON list that the index contains. */
export const existingWords = query((params: Params<{ words: string }>) =>
  build
    .select({ term: searchwords.term })
    .from(sql`json_each(${params.words}) wanted`)
    .crossJoin(searchwords)
    .where(eq(searchwords.term, sql`wanted.value`)),
);

/** Selects the first word of the index, in their order, that is not before a text. */
export const firstWordFrom = query((params: Params<{ start: string }>) =>
  build
    .select({ term: searchwords.term })
    .from(searchwords)
    .where(gte(searchwords.term, params.start))
    .limit(1),
);

/** Selects the first words of the index, in their order, from a text on and before another one. */
export const wordsBetween = query((params: Params<{ start: string; end: string; limit: number }>) =>
  build
    .select({ term: searchwords.term })
    .from(searchwords)
    .where(and(gte(searchwords.term, params.start), lt(searchwords.term, params.end)))
    .limit(params.limit),
);

/** Selects one document in a range of numbers. */
export const documentInRange = query((params: Params<{ first: number; last: number }>) =>
  build
    .select({ docid: searchdocs.docid })
    .from(searchdocs)
    .where(between(searchdocs.docid, params.first, params.last))
    .limit(1),
);

/** Counts the documents in a range that match a query of the word index. */
export const countMatches = query((params: Params<{ match: string; first: number; last: number }>) =>
  build
    .select({ n: count().as('n') })
    .from(searchindex)
    .where(
      and(
        sql`searchindex match ${params.match}`,
        between(searchindex.rowid, sql`${params.first}`, sql`${params.last}`),
      ),
    ),
);

/** Adds the records of a kind with these IDs, a JSON list, to the queue of outdated documents. */
export const putOutdated = command((params: Params<{ kind: number; ids: string }>) =>
  build
    .insert(searchoutdated)
    .select(sql`SELECT ${params.kind} AS kind, value AS entityid FROM json_each(${params.ids}) WHERE true`)
    .onConflictDoNothing(),
);

export const nextOutdated = query((params: Params<{ limit: number }>) =>
  build.select().from(searchoutdated).limit(params.limit),
);

export const dropOutdated = command((params: Params<{ kind: number; entityid: number }>) =>
  build
    .delete(searchoutdated)
    .where(and(eq(searchoutdated.kind, params.kind), eq(searchoutdated.entityid, params.entityid))),
);

export const dropAllOutdated = command(() => build.delete(searchoutdated));
