import { eq } from 'drizzle-orm';
import { build, command, type Params, query } from './data/query.ts';
import { starttasks } from './tables.ts';

/**
 * Work that a migration or a restore leaves to the next start, because it needs more than SQL. The migration
 * or restore inserts a row for the task, and the start deletes the row when the work is done.
 */
export type StartTask = 'names' | 'addresses' | 'sortkeys';

/** Selects the task if the next start still has to do it. */
export const pendingTask = query((params: Params<{ task: StartTask }>) =>
  build.select().from(starttasks).where(eq(starttasks.task, params.task)),
);

/** Leaves a task to the next start. */
export const addTask = command((params: Params<{ task: StartTask }>) =>
  build.insert(starttasks).values({ task: params.task }).onConflictDoNothing(),
);

/** Records that a task is done. */
export const finishTask = command((params: Params<{ task: StartTask }>) =>
  build.delete(starttasks).where(eq(starttasks.task, params.task)),
);
