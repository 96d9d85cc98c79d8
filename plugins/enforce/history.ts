import type { Reader } from '../../src/kit/data/reader.ts';
import type { Paging } from '../../src/kit/http/paging.ts';
import { type PublishedRevision, readScope, toPublished } from './publish.ts';
import { publishedCount, revisionPage } from './snapshot-queries.ts';

/** Returns one page of the published revisions, the newest first. Throws 404 for an unknown scope. */
export function listRevisions(
  reader: Reader,
  scopeid: number,
  { perpage, offset }: Paging,
): { rows: PublishedRevision[]; total: number } {
  readScope(reader, scopeid);
  return {
    rows: revisionPage.all(reader, { scopeid, perpage, offset }).map(toPublished),
    total: publishedCount.get(reader, { scopeid })!.n,
  };
}
