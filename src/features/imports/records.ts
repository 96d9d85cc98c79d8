import type { Actor } from '../../kit/actor.ts';
import type { Reader, Row } from '../../kit/data/reader.ts';
import type { Tx } from '../../kit/data/tx.ts';
import { notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { pageOf, pagingOf } from '../../kit/http/paging.ts';
import type { Column } from './columns.ts';
import { countOutcomes, type Outcome, type RowOutcome } from './outcomes.ts';
import type { Target } from './target.ts';

export const COMMITTED = 'imports.import.committed';

export interface Finished {
  target: Target;
  filename: string;
  dryrun: boolean;
  skiperrors: boolean;
  headers: readonly string[];
  columns: readonly Column[];
  rows: RowOutcome[];
}

/** Keeps what would become of a file and answers its id. */
export function keepImport(tx: Tx, actor: Actor, done: Finished): number {
  const importid = beginImport(tx, actor, done, countOutcomes(done.rows));
  keepRows(tx, importid, done, done.rows);
  return importid;
}

/** The record of an import. Outside the journal: undoing an import must not undo its record. */
export function beginImport(
  tx: Tx,
  actor: Actor,
  done: Omit<Finished, 'rows'>,
  counts: Record<Outcome, number>,
): number {
  return tx.value<number>(
    `INSERT INTO imports (target, register, filename, dryrun, skiperrors, added, updated, skipped, failed, userid, username, createddate)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING importid`,
    done.target.given,
    done.target.register.name,
    done.filename,
    Number(done.dryrun),
    Number(done.skiperrors),
    counts.add,
    counts.update,
    counts.skip,
    counts.error,
    actor.userid,
    actor.name,
    tx.at,
  )!;
}

/** Keeps what did become of the rows. */
export function endImport(tx: Tx, importid: number, done: Omit<Finished, 'rows'>, rows: RowOutcome[]): void {
  const { add, update, skip, error } = countOutcomes(rows);
  tx.run(
    'UPDATE imports SET added = ?, updated = ?, skipped = ?, failed = ? WHERE importid = ?',
    add,
    update,
    skip,
    error,
    importid,
  );
  keepRows(tx, importid, done, rows);
}

export const dropImport = (tx: Tx, importid: number) =>
  tx.run('DELETE FROM imports WHERE importid = ?', importid);

function keepRows(tx: Tx, importid: number, done: Omit<Finished, 'rows'>, rows: RowOutcome[]): void {
  tx.run(
    'INSERT INTO importrows (importid, mapping, entries) VALUES (?, ?, ?)',
    importid,
    JSON.stringify(mappingOf(done)),
    JSON.stringify(rows),
  );
}

/** Which field each column of the file gave; null for a column that was left out. */
function mappingOf({ headers, columns }: Omit<Finished, 'rows'>): Record<string, string | null> {
  const entries = headers.map((header, index): [string, string | null] => [
    header,
    columns.find((column) => column.index === index)?.name ?? null,
  ]);
  return Object.fromEntries(entries);
}

/** The audit row of a committed import; undefined for a dry run. */
export const auditOf = (reader: Reader, importid: number): number | undefined =>
  reader.value<number>(
    `SELECT auditlogid FROM auditlogs WHERE entitytype = 'import' AND entityid = ? AND action = '${COMMITTED}'`,
    String(importid),
  );

function view(reader: Reader, row: Row) {
  const { added, updated, skipped, failed, dryrun, skiperrors, ...rest } = row;
  const audit = dryrun === 1 ? undefined : auditOf(reader, row.importid as number);
  const undone = reader.value('SELECT 1 FROM auditlogs WHERE undoof = ?', audit ?? 0);
  return {
    ...rest,
    dryrun: dryrun === 1,
    skiperrors: skiperrors === 1,
    counts: { add: added, update: updated, skip: skipped, error: failed },
    isundone: undone !== undefined,
  };
}

/** The register that an import went into; 404 for an unknown import. */
export function registerOfImport(host: Host, importid: number): string {
  const name = host.db.read((reader) =>
    reader.value<string>('SELECT register FROM imports WHERE importid = ?', importid),
  );
  if (!name) throw notFound('Import');
  return name;
}

/** One import with what became of each row. */
export function importView(host: Host, importid: number) {
  return host.db.read((reader) => {
    const row = reader.get<Row>('SELECT * FROM imports WHERE importid = ?', importid);
    if (!row) throw notFound('Import');
    const kept = reader.get<{ mapping: string; entries: string }>(
      'SELECT mapping, entries FROM importrows WHERE importid = ?',
      importid,
    );
    return {
      ...view(reader, row),
      // One that was cut off half way and taken back has none.
      mapping: JSON.parse(kept?.mapping ?? '{}') as Record<string, string | null>,
      rows: JSON.parse(kept?.entries ?? '[]') as RowOutcome[],
    };
  });
}

/** Imports into the named registers, newest first. */
export function listImports(
  host: Host,
  registers: string[],
  query: { page?: number; per_page?: number; dryrun?: boolean },
) {
  const paging = pagingOf(query);
  const marks = registers.map(() => '?').join(', ');
  const dry = query.dryrun === undefined ? '' : ` AND dryrun = ${Number(query.dryrun)}`;
  const where = `WHERE register IN (${marks})${dry}`;
  return host.db.read((reader) => {
    const total = reader.value<number>(`SELECT count(*) FROM imports ${where}`, ...registers) ?? 0;
    const rows = reader.all<Row>(
      `SELECT * FROM imports ${where} ORDER BY importid DESC LIMIT ? OFFSET ?`,
      ...registers,
      paging.perpage,
      paging.offset,
    );
    return pageOf(
      rows.map((row) => view(reader, row)),
      total,
      paging,
    );
  });
}
