import { flag, integer, serial, sqliteTable, stamps, text } from '../../../src/kit/data/columns.ts';

export const bootstraptokens = sqliteTable('bootstraptokens', {
  bootstraptokenid: serial(),
  name: text().notNull(),
  prefix: text().notNull().unique(),
  secrethash: text().notNull(),
  expiresat: text().notNull(),
  maxuses: integer(),
  usecount: integer().notNull().default(0),
  revoked: flag(),
  ...stamps(),
});
export type BootstrapToken = typeof bootstraptokens.$inferSelect;
