import { flag, integer, serial, sqliteTable, stamps, text, unique } from '../../../src/kit/data/columns.ts';

export const agentpackages = sqliteTable(
  'agentpackages',
  {
    packageid: serial(),
    version: text().notNull(),
    platform: text().notNull(),
    filename: text().notNull().unique(),
    originalname: text().notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    iscurrent: flag(),
    ...stamps(),
  },
  (t) => [unique().on(t.platform, t.version)],
);
export type AgentPackage = typeof agentpackages.$inferSelect;
