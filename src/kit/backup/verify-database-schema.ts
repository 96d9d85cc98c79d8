import { runtime, type Sqlite } from '#runtime';
import { beginMigrations, type Chain, listPendingMigrations, repeatMigrations } from '../data/migrate.ts';
import { BackupError } from './backup-error.ts';

/** A table, an index, a view or a trigger, as SQLite keeps it. */
interface Shape {
  type: string;
  name: string;
  /** The table that it belongs to. */
  tbl_name: string;
  /** Null for an index that a table makes for itself. */
  sql: string | null;
}

/** What SQLite notes of its own accord where somebody asked it to ANALYZE. */
const NOTES = new Map([
  ['sqlite_stat1', 'CREATE TABLE sqlite_stat1(tbl,idx,stat)'],
  ['sqlite_stat4', 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'],
]);

/**
 * A database from elsewhere does what its maker wants with whoever reads it or writes to it: by a view in the place of a
 * table, a condition, a trigger. So it has what the migrations make that it has had, made here once more, and nothing
 * else. Answers a sentence that names what is otherwise; nothing in such a database is read. Throws what
 * `listPendingMigrations` throws, or a BackupFault.
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
    // Which migrations it has had is read from a table of its own, so that one comes first.
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
    throw new BackupError('The migrations that the database has had do not follow each other.', { cause });
  }
}

const shapesIn = (sqlite: Sqlite): Shape[] =>
  sqlite.ask('SELECT type, name, tbl_name, sql FROM sqlite_schema') as Shape[];

function difference(found: readonly Shape[], made: readonly Shape[]): string | undefined {
  const left = new Map(made.map((shape) => [`${shape.type} ${shape.name}`, shape]));
  for (const shape of found) {
    const key = `${shape.type} ${shape.name}`;
    const own = left.get(key);
    if (!own) return `The database holds the ${calledFor(shape)}, which no appliance has made.`;
    if (own.tbl_name !== shape.tbl_name || textOf(own) !== textOf(shape))
      return `The ${calledFor(shape)} of the database is not as an appliance makes it.`;
    left.delete(key);
  }
  const [missing] = left.values();
  return missing && `The database lacks the ${calledFor(missing)}.`;
}

/** Builds of different systems, and older ones, ended and indented the lines of the same statement otherwise. */
const textOf = ({ sql }: Shape): string => (sql ?? '').replaceAll(/\r?\n\s*/g, '\n');

const calledFor = ({ type, name }: Shape): string =>
  `${String(type).slice(0, 20)} ${JSON.stringify(String(name).slice(0, 200))}`;
