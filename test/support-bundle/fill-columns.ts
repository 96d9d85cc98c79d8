import { runtime, type Sqlite } from '#runtime';
import type { DeclaredColumn } from '../../src/kit/declared-data.ts';

interface TableColumn {
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
  pk: number;
}

let made = 990_000;

/**
 * Adds a row for each of the columns with the text that `textFor` returns for it, ignoring constraints.
 * Columns that a plugin declares later are filled too.
 */
export function fillColumns(
  path: string,
  columns: readonly DeclaredColumn[],
  textFor: (column: DeclaredColumn) => string,
): void {
  const sqlite = runtime.openSqlite(path);
  try {
    sqlite.exec('PRAGMA busy_timeout = 5000');
    sqlite.exec('PRAGMA foreign_keys = OFF');
    sqlite.exec('PRAGMA ignore_check_constraints = ON');
    for (const column of columns) addRow(sqlite, column, textFor(column));
  } finally {
    sqlite.close();
  }
}

function addRow(sqlite: Sqlite, { table, column }: DeclaredColumn, text: string): void {
  const all = sqlite.ask(`PRAGMA table_info("${table}")`) as TableColumn[];
  const filled = all.filter(
    ({ name, notnull, dflt_value, pk }) => name === column || ((notnull || pk) && dflt_value === null),
  );
  const values = filled.map(({ name, type }) => (name === column ? valueAs(type, text) : fillerFor(type)));
  const names = filled.map(({ name }) => `"${name}"`).join(', ');
  sqlite.ask(
    `INSERT INTO "${table}" (${names}) VALUES (${values.map(() => '?').join(', ')}) RETURNING 1`,
    ...values,
  );
}

const valueAs = (type: string, text: string) => (type === 'BLOB' ? new TextEncoder().encode(text) : text);

function fillerFor(type: string) {
  made++;
  if (type === 'TEXT') return `filler-${made}`;
  return type === 'BLOB' ? new TextEncoder().encode(`filler-${made}`) : made;
}
