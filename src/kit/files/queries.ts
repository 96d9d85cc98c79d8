import { and, eq, sql } from 'drizzle-orm';
import { build, type Params, query } from '../data/query.ts';
import { files } from '../tables.ts';

export const fileOfName = query((given: Params<{ area: string; filename: string }>) =>
  build
    .select()
    .from(files)
    .where(and(eq(files.area, given.area), eq(files.filename, given.filename))),
);

export const bytesOfArea = query((given: Params<{ area: string }>) =>
  build
    .select({ bytes: sql<number>`coalesce(sum(${files.size}), 0)`.as('bytes') })
    .from(files)
    .where(eq(files.area, given.area)),
);

export const bytesOfAll = query(() =>
  build.select({ bytes: sql<number>`coalesce(sum(${files.size}), 0)`.as('bytes') }).from(files),
);
