import { created, index, integer, serial, sqliteTable, text, unique } from '../../kit/data/columns.ts';

export const remindertold = sqliteTable(
  'remindertold',
  {
    remindertoldid: serial(),
    reminder: text().notNull(),
    itemid: integer().notNull(),
    due: text().notNull(),
    stage: text().notNull().$type<ReminderStage>(),
    ...created(),
  },
  (t) => [unique().on(t.reminder, t.itemid, t.due, t.stage), index('remindertold_due').on(t.due)],
);

export const reminderdays = sqliteTable('reminderdays', {
  reminderdayid: serial(),
  day: text().notNull().unique(),
  items: integer().notNull(),
  ...created(),
});

export type ReminderStage = 'ahead' | 'overdue';
