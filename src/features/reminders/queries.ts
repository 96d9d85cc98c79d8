import { and, eq, lt } from 'drizzle-orm';
import { build, command, type Params, query } from '../../kit/data/query.ts';
import { type ReminderStage, reminderdays, remindertold } from './tables.ts';

type ReminderKey = { reminder: string; itemid: number; due: string; stage: ReminderStage };

export const sentReminderOf = query((params: Params<ReminderKey>) =>
  build
    .select({ remindertoldid: remindertold.remindertoldid })
    .from(remindertold)
    .where(
      and(
        eq(remindertold.reminder, params.reminder),
        eq(remindertold.itemid, params.itemid),
        eq(remindertold.due, params.due),
        eq(remindertold.stage, params.stage),
      ),
    ),
);

export const recordSentReminder = command((params: Params<ReminderKey & { at: string }>) =>
  build.insert(remindertold).values({
    reminder: params.reminder,
    itemid: params.itemid,
    due: params.due,
    stage: params.stage,
    createddate: params.at,
  }),
);

/** The record of a day whose reminders were sent, or that had no new items to send. */
export const dayDone = query((params: Params<{ day: string }>) =>
  build.select({ items: reminderdays.items }).from(reminderdays).where(eq(reminderdays.day, params.day)),
);

export const recordReminderDay = command((params: Params<{ day: string; items: number; at: string }>) =>
  build.insert(reminderdays).values({ day: params.day, items: params.items, createddate: params.at }),
);

export const deleteSentReminders = command((params: Params<{ before: string }>) =>
  build.delete(remindertold).where(lt(remindertold.createddate, params.before)),
);

export const deleteReminderDays = command((params: Params<{ before: string }>) =>
  build.delete(reminderdays).where(lt(reminderdays.day, params.before)),
);
