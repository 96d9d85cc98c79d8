import type { z } from 'zod';
import type { Actor } from '../../src/kit/actor.ts';
import type { Host } from '../../src/kit/host.ts';
import { ListColumns } from '../../src/kit/list/list-columns.ts';
import { readListPage } from '../../src/kit/list/list-page.ts';

const fileColumns = new ListColumns({
  hasSearch: true,
  ids: ['f.fileid'],
  sort: 'revision',
  dir: 'desc',
  columns: {
    fileid: { kind: 'number', operand: 'f.fileid' },
    itemid: { kind: 'ref', operand: 'f.itemid' },
    revision: { kind: 'number', operand: 'f.revision', order: ['f.revision'] },
    filename: { kind: 'text', operand: 'f.filename' },
    originalname: { kind: 'text', operand: 'f.originalname' },
    size: { kind: 'number', operand: 'f.size' },
    sha256: { kind: 'text', operand: 'f.sha256' },
    note: { kind: 'text', operand: 'f.note' },
    uploadedby: { kind: 'text', operand: 'f.uploadedby' },
    createddate: { kind: 'instant', operand: 'f.createddate' },
    modifieddate: { kind: 'instant', operand: 'f.modifieddate' },
  },
});

export const printFileQuery = fileColumns.createQuery({});

/** Returns a page of the revisions of an item, the newest first by default. An unknown item has none. */
export const listPrintFiles = (
  host: Host,
  actor: Actor,
  itemid: number,
  query: z.output<typeof printFileQuery>,
) =>
  readListPage(
    host.db,
    fileColumns,
    () => ({
      from: 'printedpartfiles f',
      id: 'f.fileid',
      conditions: [{ sql: 'f.itemid = ?', params: [itemid] }],
    }),
    { query, actor },
  );
