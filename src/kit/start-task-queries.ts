import { eq } from 'drizzle-orm';
import { build, command, type Params, query } from './data/query.ts';
import { starttasks } from './tables.ts';

/** Work that a migration leaves to the first start, because SQL alone cannot do it. */
export type StartTask = 'names' | 'addresses';

/** The task if the first start after a migration has yet to do it. */
export const pendingTask = query((given: Params<{ task: StartTask }>) =>
  build.select().from(starttasks).where(eq(starttasks.task, given.task)),
);

/** Leaves a task to the next start. */
export const addTask = command((given: Params<{ task: StartTask }>) =>
  build.insert(starttasks).values({ task: given.task }).onConflictDoNothing(),
);

/** Records that a task is done. */
export const finishTask = command((given: Params<{ task: StartTask }>) =>
  build.delete(starttasks).where(eq(starttasks.task, given.task)),
);
