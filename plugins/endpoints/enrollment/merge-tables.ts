import { assets } from '../../../src/features/catalog/tables.ts';
import { created, index, integer, serial, sqliteTable, text } from '../../../src/kit/data/columns.ts';

const ofAsset = () =>
  integer()
    .notNull()
    .references(() => assets.assetid, { onDelete: 'cascade' });

/** Merges of two PC records. Journaled, because the undo of a row returns the agents to their records. */
export const agentmerges = sqliteTable(
  'agentmerges',
  { agentmergeid: serial(), assetid: ofAsset(), intoassetid: ofAsset(), ...created() },
  (t) => [index('agentmerges_asset').on(t.assetid), index('agentmerges_into').on(t.intoassetid)],
);

/**
 * Rows that a merge moved to another record. `kind` says which rows, such as `locks`; `movedid` is the ID of
 * the row.
 */
export const agentmoves = sqliteTable(
  'agentmoves',
  {
    agentmoveid: serial(),
    agentmergeid: integer().notNull(),
    kind: text().notNull(),
    movedid: integer().notNull(),
  },
  (t) => [index('agentmoves_merge').on(t.agentmergeid)],
);

/**
 * Credentials that a merge ended because they did not move to the other record. They authenticate no
 * caller. They keep their IDs and records, so that an undo of the merge restores them.
 */
export const parkedcredentials = sqliteTable(
  'parkedcredentials',
  {
    parkedcredentialid: integer().primaryKey(),
    agentmergeid: integer().notNull(),
    assetid: ofAsset(),
    prefix: text().notNull().unique(),
    secrethash: text().notNull(),
    noncehash: text().notNull(),
    firstuseddate: text(),
    ...created(),
  },
  (t) => [
    index('parkedcredentials_merge').on(t.agentmergeid),
    index('parkedcredentials_asset').on(t.assetid),
  ],
);
