import { eq } from 'drizzle-orm';
import { starttasks } from '../tables.ts';
import { build, command, type Given, query } from './query.ts';
import type { Reader } from './reader.ts';
import type { Tx } from './tx.ts';

/** Work that a migration leaves to the first start, because SQL alone cannot do it. */
export type StartTask = 'names' | 'addresses';

const pending = query((given: Given<{ task: StartTask }>) =>
  build.select().from(starttasks).where(eq(starttasks.task, given.task)),
);

const drop = command((given: Given<{ task: StartTask }>) =>
  build.delete(starttasks).where(eq(starttasks.task, given.task)),
);

/** Reports whether the first start after a migration has yet to do this. */
export const isPending = (reader: Reader, task: StartTask): boolean =>
  pending.get(reader, { task }) !== undefined;

/** Records, in the transaction that does the work, that it is done. */
export const finishTask = (tx: Tx, task: StartTask): void => void drop.run(tx, { task });
