import { sql } from 'drizzle-orm';
import { build, type Params, query } from '../../kit/data/query.ts';
import { searchdocs } from '../../kit/tables.ts';

/** Maximum number of records that are searched for a spelling. */
export const MAX_MATCHED_DOCS = 2000;

/** Records whose text matches an expression of the trigram index. */
export const matchingDocs = query((params: Params<{ expression: string }>) =>
  build
    .select({ docid: searchdocs.docid, title: searchdocs.title, body: searchdocs.body })
    .from(
      sql`(select rowid from searchindex where body match ${params.expression} limit ${MAX_MATCHED_DOCS}) i`,
    )
    .innerJoin(searchdocs, sql`${searchdocs.docid} = i.rowid`),
);

/** Number of records that contain a trigram. */
export const recordsWithTrigram = query((params: Params<{ term: string }>) =>
  build
    .select({ doc: sql<number>`doc`.as('doc') })
    .from(sql`searchtrigrams`)
    .where(sql`term = ${params.term}`),
);
