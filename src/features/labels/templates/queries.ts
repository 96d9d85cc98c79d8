import { and, eq, ne, sql } from 'drizzle-orm';
import { build, type Params, query } from '../../../kit/data/query.ts';
import { labeltemplates } from './tables.ts';

/** The default templates of an asset type, except one template. Without a type, those for all records. */
export const otherDefaults = query(
  (params: Params<{ labeltemplateid: number; assettypeid: number | null }>) =>
    build
      .select({ labeltemplateid: labeltemplates.labeltemplateid })
      .from(labeltemplates)
      .where(
        and(
          sql`${labeltemplates.assettypeid} IS ${params.assettypeid}`,
          eq(labeltemplates.isdefault, 1),
          ne(labeltemplates.labeltemplateid, params.labeltemplateid),
        ),
      ),
);
