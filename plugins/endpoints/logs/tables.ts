import { assets } from '../../../src/features/catalog/tables.ts';
import { created, index, integer, serial, sqliteTable, text } from '../../../src/kit/data/columns.ts';
import { endpointcommands } from '../tables.ts';

export const endpointlogs = sqliteTable(
  'endpointlogs',
  {
    logid: serial(),
    assetid: integer()
      .notNull()
      .references(() => assets.assetid, { onDelete: 'cascade' }),
    commandid: integer()
      .notNull()
      .unique()
      .references(() => endpointcommands.commandid, { onDelete: 'cascade' }),
    path: text().notNull(),
    content: text().notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    ...created(),
  },
  (t) => [index('endpointlogs_asset').on(t.assetid, t.logid)],
);
