import { created, index, integer, serial, sqliteTable, text } from '../../kit/data/columns.ts';
import { users } from '../identity/tables.ts';

export const imports = sqliteTable(
  'imports',
  {
    importid: serial(),
    target: text().notNull(),
    register: text().notNull(),
    filename: text().notNull(),
    dryrun: integer().$type<0 | 1>().notNull(),
    skiperrors: integer().$type<0 | 1>().notNull(),
    added: integer().notNull(),
    updated: integer().notNull(),
    skipped: integer().notNull(),
    failed: integer().notNull(),
    userid: integer().references(() => users.userid, { onDelete: 'set null' }),
    username: text().notNull(),
    ...created(),
  },
  (t) => [
    index('imports_register').on(t.register, t.importid),
    index('imports_user').on(t.userid),
    index('imports_created').on(t.createddate),
  ],
);

export type StoredImport = typeof imports.$inferSelect;

export const importrows = sqliteTable('importrows', {
  importid: integer()
    .primaryKey()
    .references(() => imports.importid, { onDelete: 'cascade' }),
  mapping: text().notNull(),
  entries: text().notNull(),
  headerline: integer().notNull().default(1),
  /** The decimal mark of each number column, as JSON such as `{header: 'point' | 'comma'}`. */
  decimals: text().notNull().default('{}'),
  /** The unknown values of the file with suggestions, as JSON; the first `MAX_UNKNOWN_VALUES` of them. */
  unknownvalues: text().notNull().default('[]'),
  unknowntotal: integer().notNull().default(0),
  /** The number of records that were created for unknown values, as JSON `{register: number}`. */
  created: text().notNull().default('{}'),
  /** The key of files with the same target and headers; null for a dry run. */
  shape: text(),
  /** The choices of the request, as JSON. */
  choices: text().notNull().default('{}'),
  /** The choices of an earlier import that a dry run offers, as JSON. */
  previous: text(),
  /** The header of the file, as a JSON list. */
  headers: text().notNull().default('[]'),
  /** The cells of the rejected rows in their order, as a JSON list of lists. */
  rejected: text().notNull().default('[]'),
  /** Further results, as JSON of `ImportDetails`. */
  details: text().notNull().default('{}'),
});
