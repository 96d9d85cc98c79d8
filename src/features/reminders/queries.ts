import { and, eq, lt } from 'drizzle-orm';
import { build, command, type Params, query } from '../../kit/data/query.ts';
import { type ReminderStage, reminderdays, remindertold } from './tables.ts';

type Told = { reminder: string; itemid: number; due: string; stage: ReminderStage };

export const sentReminderOf = query((given: Params<Told>) =>
  build
    .select({ remindertoldid: remindertold.remindertoldid })
    .from(remindertold)
    .where(
      and(
        eq(remindertold.reminder, given.reminder),
        eq(remindertold.itemid, given.itemid),
        eq(remindertold.due, given.due),
        eq(remindertold.stage, given.stage),
      ),
    ),
);

export const recordSentReminder = command((given: Params<Told & { at: string }>) =>
  build.insert(remindertold).values({
    reminder: given.reminder,
    itemid: given.itemid,
    due: given.due,
    stage: given.stage,
    createddate: given.at,
  }),
);

export const dayDone = query((given: Params<{ day: string }>) =>
  build.select({ items: reminderdays.items }).from(reminderdays).where(eq(reminderdays.day, given.day)),
);

export const recordReminderDay = command((given: Params<{ day: string; items: number; at: string }>) =>
  build.insert(reminderdays).values({ day: given.day, items: given.items, createddate: given.at }),
);

export const deleteSentReminders = command((given: Params<{ before: string }>) =>
  build.delete(remindertold).where(lt(remindertold.createddate, given.before)),
);

export const deleteReminderDays = command((given: Params<{ before: string }>) =>
  build.delete(reminderdays).where(lt(reminderdays.day, given.before)),
);
