import { and, asc, eq } from 'drizzle-orm';
import { build, command, type Params, query } from '../../../src/kit/data/query.ts';
import { computerparts, computers } from '../tables.ts';

/** Parts of a computer, by kind. */
export const partsOfComputer = query((params: Params<{ computerid: number }>) =>
  build
    .select()
    .from(computerparts)
    .where(eq(computerparts.computerid, params.computerid))
    .orderBy(asc(computerparts.kind), asc(computerparts.computerpartid)),
);

/** Stores the free space of a volume. */
export const savePartFreeSpace = command(
  (params: Params<{ computerpartid: number; freemegabytes: number | null }>) =>
    build
      .update(computerparts)
      .set({ freemegabytes: params.freemegabytes })
      .where(eq(computerparts.computerpartid, params.computerpartid)),
);

/** Stores the free space of the fullest volume of a computer in percent; null when unknown. */
export const saveDiskFreeSpace = command((params: Params<{ computerid: number; diskfree: number | null }>) =>
  build
    .update(computers)
    .set({ diskfree: params.diskfree })
    .where(eq(computers.computerid, params.computerid)),
);

/** IDs of the parts of one kind in a computer. */
export const idsOfKind = query((params: Params<{ computerid: number; kind: string }>) =>
  build
    .select({ computerpartid: computerparts.computerpartid })
    .from(computerparts)
    .where(and(eq(computerparts.computerid, params.computerid), eq(computerparts.kind, params.kind))),
);
