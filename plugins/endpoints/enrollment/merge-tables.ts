import { assets } from '../../../src/features/catalog/tables.ts';
import { created, index, integer, serial, sqliteTable, text } from '../../../src/kit/data/columns.ts';

const ofAsset = () =>
  integer()
    .notNull()
    .references(() => assets.assetid, { onDelete: 'cascade' });

/** Two PCs whose records became one. Journalled: whoever takes the row back gives the agents back. */
export const agentmerges = sqliteTable(
  'agentmerges',
  { agentmergeid: serial(), assetid: ofAsset(), intoassetid: ofAsset(), ...created() },
  (t) => [index('agentmerges_asset').on(t.assetid), index('agentmerges_into').on(t.intoassetid)],
);

/** What went along, by its own id. */
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

/** Credentials that nobody can use while the record that they were given for stands for nothing; they keep their ids. */
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
