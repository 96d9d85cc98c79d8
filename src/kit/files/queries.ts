import { and, eq, sql } from 'drizzle-orm';
import { build, type Params, query } from '../data/query.ts';
import { files } from '../tables.ts';

/** A listed file by its area and its name on disk. */
export const fileOfName = query((params: Params<{ area: string; filename: string }>) =>
  build
    .select()
    .from(files)
    .where(and(eq(files.area, params.area), eq(files.filename, params.filename))),
);

/** The total size of the listed files in an area. */
export const bytesOfArea = query((params: Params<{ area: string }>) =>
  build
    .select({ bytes: sql<number>`coalesce(sum(${files.size}), 0)`.as('bytes') })
    .from(files)
    .where(eq(files.area, params.area)),
);

/** The total size of all listed files. */
export const bytesOfAll = query(() =>
  build.select({ bytes: sql<number>`coalesce(sum(${files.size}), 0)`.as('bytes') }).from(files),
);
