import { and, asc, eq } from 'drizzle-orm';
import { build, command, type Params, query } from '../../../src/kit/data/query.ts';
import { computerparts, computers } from '../tables.ts';

export const partsOfComputer = query((given: Params<{ computerid: number }>) =>
  build
    .select()
    .from(computerparts)
    .where(eq(computerparts.computerid, given.computerid))
    .orderBy(asc(computerparts.kind), asc(computerparts.computerpartid)),
);

export const savePartFreeSpace = command(
  (given: Params<{ computerpartid: number; freemegabytes: number | null }>) =>
    build
      .update(computerparts)
      .set({ freemegabytes: given.freemegabytes })
      .where(eq(computerparts.computerpartid, given.computerpartid)),
);

export const saveDiskFreeSpace = command((given: Params<{ computerid: number; diskfree: number | null }>) =>
  build.update(computers).set({ diskfree: given.diskfree }).where(eq(computers.computerid, given.computerid)),
);

export const idsOfKind = query((given: Params<{ computerid: number; kind: string }>) =>
  build
    .select({ computerpartid: computerparts.computerpartid })
    .from(computerparts)
    .where(and(eq(computerparts.computerid, given.computerid), eq(computerparts.kind, given.kind))),
);
