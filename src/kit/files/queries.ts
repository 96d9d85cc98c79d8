import { and, eq, sql } from 'drizzle-orm';
import { build, type Params, query } from '../data/query.ts';
import { files } from '../tables.ts';

export const fileOfName = query((params: Params<{ area: string; filename: string }>) =>
  build
    .select()
    .from(files)
    .where(and(eq(files.area, params.area), eq(files.filename, params.filename))),
);

export const bytesOfArea = query((params: Params<{ area: string }>) =>
  build
    .select({ bytes: sql<number>`coalesce(sum(${files.size}), 0)`.as('bytes') })
    .from(files)
    .where(eq(files.area, params.area)),
);

export const bytesOfAll = query(() =>
  build.select({ bytes: sql<number>`coalesce(sum(${files.size}), 0)`.as('bytes') }).from(files),
);
