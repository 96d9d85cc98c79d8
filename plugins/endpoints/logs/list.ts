import type { z } from 'zod';
import type { Actor } from '../../../src/kit/actor.ts';
import { notFound } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { timeSortedById } from '../../../src/kit/list/list-column.ts';
import { ListColumns } from '../../../src/kit/list/list-columns.ts';
import { readListPage } from '../../../src/kit/list/list-page.ts';
import { computerOf } from '../queries.ts';
import type { logRow } from './schemas.ts';

const logColumns = new ListColumns({
  hasSearch: true,
  ids: ['l.logid'],
  sort: 'createddate',
  dir: 'desc',
  columns: {
    logid: { kind: 'number', operand: 'l.logid' },
    assetid: { kind: 'ref', operand: 'l.assetid' },
    commandid: { kind: 'ref', operand: 'l.commandid' },
    path: { kind: 'text', operand: 'l.path' },
    size: { kind: 'number', operand: 'l.size' },
    sha256: { kind: 'text', operand: 'l.sha256' },
    createddate: timeSortedById('l.createddate', 'l.logid'),
  },
});

export const logListQuery = logColumns.createQuery({});

/** Lists the logs of a PC without their content, the newest first by default. Throws 404 for an unknown PC. */
export function listLogs(host: Host, actor: Actor, assetid: number, query: z.output<typeof logListQuery>) {
  if (!host.db.read((reader) => computerOf.get(reader, { assetid }))) throw notFound('PC');
  return readListPage<z.output<typeof logRow>>(
    host.db,
    logColumns,
    () => ({
      from: 'endpointlogs l',
      id: 'l.logid',
      conditions: [{ sql: 'l.assetid = ?', params: [assetid] }],
    }),
    { query, actor },
  );
}
