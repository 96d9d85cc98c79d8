import { runtime, type Sqlite } from '#runtime';
import { beginMigrations, type Chain, listPendingMigrations, repeatMigrations } from '../data/migrate.ts';
import { BackupError } from './backup-error.ts';

/** A table, index, view or trigger as a row of `sqlite_schema`. */
interface Shape {
  type: string;
  name: string;
  /** The table that it belongs to. */
  tbl_name: string;
  /** The statement that creates it; null for an automatic index of a table. */
  sql: string | null;
}

/** Tables that SQLite creates by itself when ANALYZE runs. */
const NOTES = new Map([
  ['sqlite_stat1', 'CREATE TABLE sqlite_stat1(tbl,idx,stat)'],
  ['sqlite_stat4', 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'],
]);

/**
 * Compares the schema of a foreign database with the schema that its applied migrations create. Views,
 * conditions and triggers of a foreign database could run code of its author on every read or write. Before
 * this check, only the table of applied migrations is read. Returns a sentence that names the first
 * difference; undefined when there is none. Throws what `listPendingMigrations` throws, or a `BackupError`.
 */
export function verifyDatabaseSchema(
  sqlite: Sqlite,
  path: string,
  chains: readonly Chain[],
): string | undefined {
  const found = shapesIn(sqlite).filter(({ name, sql }) => !NOTES.has(name) || NOTES.get(name) !== sql);
  const own = runtime.openSqlite(':memory:');
  try {
    beginMigrations(own);
    // The list of applied migrations comes from a table of the foreign database, so that table is verified
    // first.
    const ofMigrations = found.filter((shape) => shape.name === MIGRATIONS || shape.tbl_name === MIGRATIONS);
    const fault = difference(ofMigrations, shapesIn(own));
    if (fault !== undefined) return fault;
    repeat(own, { sqlite, path }, chains);
    return difference(found, shapesIn(own));
  } finally {
    own.close();
  }
}

const MIGRATIONS = 'migrations';

function repeat(own: Sqlite, like: { sqlite: Sqlite; path: string }, chains: readonly Chain[]): void {
  const pending = listPendingMigrations(like.sqlite, like.path, chains);
  try {
    repeatMigrations(own, chains, pending);
  } catch (cause) {
    throw new BackupError('The applied migrations of the database are inconsistent.', { cause });
  }
}

const shapesIn = (sqlite: Sqlite): Shape[] =>
  sqlite.ask('SELECT type, name, tbl_name, sql FROM sqlite_schema') as Shape[];

function difference(found: readonly Shape[], made: readonly Shape[]): string | undefined {
  const left = new Map(made.map((shape) => [`${shape.type} ${shape.name}`, shape]));
  for (const shape of found) {
    const key = `${shape.type} ${shape.name}`;
    const own = left.get(key);
    if (!own) return `The database contains the ${describeShape(shape)}, which no appliance creates.`;
    if (own.tbl_name !== shape.tbl_name || textOf(own) !== textOf(shape))
      return `The ${describeShape(shape)} of the database differs from that of an appliance.`;
    left.delete(key);
  }
  const [missing] = left.values();
  return missing && `The ${describeShape(missing)} is missing from the database.`;
}

/**
 * Removes differences in line ends and indentation: builds for other systems and older versions wrote the
 * same statement differently.
 */
const textOf = ({ sql }: Shape): string => (sql ?? '').replaceAll(/\r?\n\s*/g, '\n');

const describeShape = ({ type, name }: Shape): string =>
  `${String(type).slice(0, 20)} ${JSON.stringify(String(name).slice(0, 200))}`;
