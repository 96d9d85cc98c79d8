import type { Sqlite } from '#runtime';

/**
 * The tables that a statement reads and writes, including those of its triggers and cascades, but no
 * temporary ones.
 */
export interface TableUsage {
  reads: ReadonlySet<string>;
  writes: ReadonlySet<string>;
}

interface Operation {
  opcode: string;
  p1: number;
  p2: number;
  p3: number;
}

const MAIN = 0;

/**
 * Determines which tables a statement uses. It queries SQLite, so that the tables need not be listed by hand.
 * The bytecode of a statement identifies tables by their root page, so a VACUUM requires a new instance.
 */
export class TableUsageAnalyzer {
  private readonly tables = new Map<number, string>();
  /** The virtual tables, each with the tables that contain its data. */
  private readonly virtual = new Map<string, string[]>();

  constructor(private readonly sqlite: Sqlite) {
    const entries = sqlite.ask('SELECT name, tbl_name, rootpage, sql FROM sqlite_schema') as {
      name: string;
      tbl_name: string;
      rootpage: number;
      sql: string | null;
    }[];
    for (const { name, tbl_name, rootpage, sql } of entries) {
      if (rootpage > 0) this.tables.set(rootpage, tbl_name);
      else if (sql && /^CREATE VIRTUAL TABLE/i.test(sql)) this.virtual.set(name, [name, ...contentOf(sql)]);
    }
  }

  analyze(sql: string): TableUsage {
    const reads = new Set<string>();
    const writes = new Set<string>();
    const operations = explain(this.sqlite, sql);
    for (const { opcode, p1, p2, p3 } of operations) {
      if (opcode === 'OpenRead' && p3 === MAIN) this.add(reads, p2);
      if (opcode === 'OpenWrite' && p3 === MAIN) this.add(writes, p2);
      if (opcode === 'Clear' && p2 === MAIN) this.add(writes, p1);
    }
    const isVirtual = operations.some(({ opcode }) => opcode === 'VOpen' || opcode === 'VUpdate');
    if (isVirtual) this.addVirtual(sql, operations, reads, writes);
    return { reads, writes };
  }

  private add(names: Set<string>, rootpage: number): void {
    const name = this.tables.get(rootpage);
    if (name) names.add(name);
  }

  /**
   * Adds the virtual tables of a statement. The bytecode shows only that there is one; its name comes from
   * the text.
   */
  private addVirtual(
    sql: string,
    operations: readonly Operation[],
    reads: Set<string>,
    writes: Set<string>,
  ): void {
    const isUpdated = operations.some(({ opcode }) => opcode === 'VUpdate');
    for (const [name, sources] of this.virtual) {
      if (!new RegExp(`\\b${name}\\b`, 'i').test(sql)) continue;
      for (const source of this.sourcesOf(sources)) reads.add(source);
      if (isUpdated) writes.add(name);
    }
  }

  /**
   * Returns the tables behind a virtual table. An fts5vocab table reads an FTS5 index, which in turn reads
   * the table of its texts.
   */
  private sourcesOf(names: readonly string[]): string[] {
    return names.flatMap((name, at) => {
      const further = at > 0 ? this.virtual.get(name) : undefined;
      return further ? this.sourcesOf(further) : [name];
    });
  }
}

/**
 * Returns the table from which an FTS5 index has its texts, or the index to which an fts5vocab table belongs.
 */
function contentOf(sql: string): string[] {
  const named = /\bcontent\s*=\s*'(\w+)'/i.exec(sql) ?? /\bfts5vocab\s*\(\s*'?(\w+)/i.exec(sql);
  return named ? [named[1]!] : [];
}

/**
 * Returns the bytecode of a statement. One parameter replaces all: compilation needs no values, but the
 * runtime requires as many values as there are parameters.
 */
function explain(sqlite: Sqlite, sql: string): Operation[] {
  const hasParameters = sql.replaceAll(/'[^']*'/g, '').includes('?');
  const text = sql.replaceAll(/'[^']*'|\?(?!\d)/g, (found) => (found === '?' ? '?1' : found));
  return sqlite.ask(`EXPLAIN ${text}`, ...(hasParameters ? [null] : [])) as Operation[];
}
