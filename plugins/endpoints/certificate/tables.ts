import { integer, serial, sqliteTable, stamps, text } from '../../../src/kit/data/columns.ts';

export const servercertificates = sqliteTable('servercertificates', {
  servercertificateid: serial(),
  sha256: text().notNull().unique(),
  thumbprint: text().notNull(),
  spkipin: text().notNull(),
  commonname: text().notNull(),
  notafter: text().notNull(),
  state: text().$type<'served' | 'next' | 'retired'>().notNull(),
  announceddate: text(),
  activatesat: text(),
  warneddays: integer(),
  ...stamps(),
});
export type ServerCertificate = typeof servercertificates.$inferSelect;
