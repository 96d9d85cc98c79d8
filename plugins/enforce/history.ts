import type { z } from 'zod';
import type { Actor } from '../../src/kit/actor.ts';
import type { Host } from '../../src/kit/host.ts';
import { ListColumns } from '../../src/kit/list/list-columns.ts';
import { readListPage } from '../../src/kit/list/list-page.ts';
import { type PublishedRevision, readScope } from './publish.ts';

const revisionColumns = new ListColumns({
  hasSearch: true,
  ids: ['s.snapshotid'],
  sort: 'revision',
  dir: 'desc',
  columns: {
    revision: { kind: 'number', operand: 's.revision', order: ['s.revision'] },
    manifestversion: { kind: 'text', operand: 's.manifestversion' },
    etag: { kind: 'text', operand: `('"' || s.sha256 || '"')` },
    entrycount: { kind: 'number', operand: 's.entrycount' },
    publishedby: { kind: 'text', operand: 's.publishedby' },
    note: { kind: 'text', operand: 's.note' },
    rollbackof: { kind: 'number', operand: 's.rollbackof' },
    publisheddate: { kind: 'instant', operand: 's.createddate' },
  },
});

export const revisionListQuery = revisionColumns.createQuery({});

/**
 * Returns one page of the published revisions, the newest first by default. Throws 404 for an unknown scope.
 */
export function listRevisions(
  host: Host,
  actor: Actor,
  scopeid: number,
  query: z.output<typeof revisionListQuery>,
) {
  return host.db.read((reader) => {
    readScope(reader, scopeid);
    return readListPage<PublishedRevision>(
      host.db,
      revisionColumns,
      () => ({
        from: 'enforcesnapshots s',
        id: 's.snapshotid',
        conditions: [{ sql: 's.scopeid = ?', params: [scopeid] }],
      }),
      { query, actor },
    );
  });
}
