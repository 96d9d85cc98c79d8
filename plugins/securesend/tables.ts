import { created, index, serial, sqliteTable, text } from '../../src/kit/data/columns.ts';

export const securesends = sqliteTable(
  'securesends',
  {
    securesendid: serial(),
    tokenhash: text().notNull().unique(),
    ciphertext: text().notNull(),
    sender: text().notNull(),
    expiresat: text().notNull(),
    ...created(),
  },
  (t) => [
    index('securesends_expires').on(t.expiresat),
    index('securesends_sender').on(t.sender, t.expiresat),
  ],
);
