import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { backupFolderPath } from '../../kit/data/copies.ts';
import type { Host } from '../../kit/host.ts';
import { yieldToEventLoop } from '../../kit/time-slice.ts';
import { MAX_TABLES } from './appliance-record.ts';

export interface StorageUsage {
  filesbytes: number;
  backupsbytes: number;
  logsbytes: number;
  tables: { table: string; rows: number }[];
  measureddate: string;
}

const KEEP_MS = 300_000;
/** Number of rows that are counted in one time slice. */
const ROWS_PER_SLICE = 20_000;
/**
 * Number of tables to count. They are those with the highest IDs, which may be far above the number of rows.
 */
const CANDIDATES = 2 * MAX_TABLES;

interface ListedTable {
  schema: string;
  name: string;
  type: string;
  /** 1 for a table without rowids. */
  wr: number;
}

/** Reports whether a table has rowids and is neither internal to SQLite nor part of a text index. */
const isNumbered = ({ schema, name, type, wr }: ListedTable): boolean =>
  schema === 'main' && type === 'table' && wr === 0 && !name.startsWith('sqlite_');

/**
 * Measures what takes too long for a request: the sizes of folders and the number of rows of the largest
 * tables. Runs in time slices when the state is requested and no result of the last five minutes exists. A
 * failed measurement is only logged.
 */
export class StorageUsageCache {
  private last: StorageUsage | undefined;
  private validUntil = 0;
  private measuring: Promise<void> | undefined;
  private isStopping = false;

  constructor(private readonly host: Host) {}

  /** The last measurement; undefined before the first one. Starts a new one when it is too old. */
  get current(): StorageUsage | undefined {
    if (performance.now() >= this.validUntil) this.begin();
    return this.last;
  }

  /** Resolves once no measurement is running. */
  async whenIdle(): Promise<void> {
    await this.measuring;
  }

  stop(): void {
    this.isStopping = true;
  }

  private begin(): void {
    if (this.isStopping) return;
    this.measuring ??= this.measure()
      .catch((cause) => this.host.log.warn('measuring disk usage failed', { cause }))
      .finally(() => {
        this.measuring = undefined;
        this.validUntil = performance.now() + KEEP_MS;
      });
  }

  private async measure(): Promise<void> {
    const { data } = this.host.config;
    const filesbytes = await this.bytesBelow(join(data, 'files'));
    const backupsbytes = await this.bytesBelow(backupFolderPath(data));
    const logsbytes = await this.bytesBelow(join(data, 'logs'));
    const tables = await this.largestTables();
    if (this.isStopping) return;
    const measureddate = this.host.clock.now().toISOString();
    this.last = { filesbytes, backupsbytes, logsbytes, tables, measureddate };
  }

  /** Returns the total size of the files in a folder. Ignores files that are deleted while it runs. */
  private async bytesBelow(folder: string): Promise<number> {
    let bytes = 0;
    const entries = await opendir(folder).catch(nothingThere);
    if (!entries) return 0;
    for await (const entry of entries) {
      if (this.isStopping) break;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) bytes += await this.bytesBelow(path);
      else if (entry.isFile()) bytes += (await stat(path).catch(nothingThere))?.size ?? 0;
    }
    return bytes;
  }

  private async largestTables(): Promise<StorageUsage['tables']> {
    const counted: StorageUsage['tables'] = [];
    for (const table of this.candidates()) counted.push({ table, rows: await this.rowsOf(table) });
    return counted.sort((one, other) => other.rows - one.rows).slice(0, MAX_TABLES);
  }

  /** Returns the tables with the highest IDs. */
  private candidates(): string[] {
    if (this.isStopping) return [];
    return this.host.db.read((reader) => {
      const names = reader
        .all<ListedTable>('PRAGMA table_list')
        .filter(isNumbered)
        .map(({ name }) => name);
      // Reads the highest row ID of each table, from the end of its B-tree, with a single statement.
      const ends = names.map((name) => `SELECT '${name}' AS name, max(rowid) AS top FROM ${name}`);
      const tops = reader.all<{ name: string; top: number | null }>(ends.join(' UNION ALL '));
      return tops
        .sort((one, other) => (other.top ?? 0) - (one.top ?? 0))
        .slice(0, CANDIDATES)
        .map(({ name }) => name);
    });
  }

  private async rowsOf(table: string): Promise<number> {
    let rows = 0;
    const part = `SELECT count(*) AS n, max(rowid) AS last FROM (SELECT rowid FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${ROWS_PER_SLICE})`;
    for (let last = 0; ; ) {
      await yieldToEventLoop();
      if (this.isStopping) return rows;
      const found = this.host.db.read((reader) => reader.get<{ n: number; last: number }>(part, last))!;
      rows += found.n;
      if (found.n < ROWS_PER_SLICE) return rows;
      last = found.last;
    }
  }
}

function nothingThere(cause: unknown): undefined {
  if ((cause as { code?: unknown }).code !== 'ENOENT') throw cause;
}
