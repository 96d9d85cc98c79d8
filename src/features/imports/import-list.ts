import type { z } from 'zod';
import type { Actor } from '../../kit/actor.ts';
import type { Host } from '../../kit/host.ts';
import { Page } from '../../kit/http/page.ts';
import { readListPage } from '../../kit/list/list-page.ts';
import { importColumns } from './list-columns.ts';
import { toImportSummary } from './records.ts';
import type { importListQuery } from './schemas.ts';
import type { StoredImport } from './tables.ts';

/** Returns a page of the finished imports into the named registers, the newest first by default. */
export function listImports(
  host: Host,
  actor: Actor,
  registers: string[],
  query: z.output<typeof importListQuery>,
) {
  const { dryrun } = query;
  const conditions = [
    { sql: 'i.register IN (SELECT value FROM json_each(?))', params: [JSON.stringify(registers)] },
    { sql: 'i.importid IN (SELECT importid FROM importrows)', params: [] },
    ...(dryrun === undefined ? [] : [{ sql: 'i.dryrun = ?', params: [Number(dryrun)] }]),
  ];
  return host.db.read((reader) => {
    const { rows, pagination } = readListPage<StoredImport>(
      host.db,
      importColumns,
      () => ({
        from: 'imports i',
        id: 'i.importid',
        extra: ['i.added', 'i.updated', 'i.skipped', 'i.failed'],
        conditions,
      }),
      { query, actor },
    );
    const summaries = rows.map((row) => toImportSummary(reader, row));
    return new Page(summaries, pagination);
  });
}
