import { and, eq, getTableColumns, lt } from 'drizzle-orm';
import { build, command, isSet, type Params, query } from '../../kit/data/query.ts';
import { auditlogs } from '../../kit/tables.ts';
import { importrows, imports, type StoredImport } from './tables.ts';

/** A finished import. The join excludes running ones, whose rows are stored at the end. */
export const importById = query((given: Params<{ importid: number }>) =>
  build
    .select(getTableColumns(imports))
    .from(imports)
    .innerJoin(importrows, eq(importrows.importid, imports.importid))
    .where(eq(imports.importid, given.importid)),
);

export const rowsOfImport = query((given: Params<{ importid: number }>) =>
  build.select().from(importrows).where(eq(importrows.importid, given.importid)),
);

export const insertImport = command((given: Params<Omit<StoredImport, 'importid'>>) =>
  build
    .insert(imports)
    .values({
      target: given.target,
      register: given.register,
      filename: given.filename,
      dryrun: given.dryrun,
      skiperrors: given.skiperrors,
      added: given.added,
      updated: given.updated,
      skipped: given.skipped,
      failed: given.failed,
      userid: given.userid,
      username: given.username,
      createddate: given.createddate,
    })
    .returning({ importid: imports.importid }),
);

/** Replaces the expected counts with the actual ones. */
export const setCounts = command(
  (given: Params<Pick<StoredImport, 'importid' | 'added' | 'updated' | 'skipped' | 'failed'>>) =>
    build
      .update(imports)
      .set({ added: given.added, updated: given.updated, skipped: given.skipped, failed: given.failed })
      .where(eq(imports.importid, given.importid)),
);

export const deleteImport = command((given: Params<{ importid: number }>) =>
  build.delete(imports).where(eq(imports.importid, given.importid)),
);

export const insertRows = command((given: Params<typeof importrows.$inferSelect>) =>
  build.insert(importrows).values({
    importid: given.importid,
    mapping: given.mapping,
    entries: given.entries,
    headerline: given.headerline,
    decimals: given.decimals,
  }),
);

export const deleteDryRunsBefore = command((given: Params<{ before: string }>) =>
  build.delete(imports).where(and(isSet(imports.dryrun), lt(imports.createddate, given.before))),
);

export const deleteImportsBefore = command((given: Params<{ before: string }>) =>
  build.delete(imports).where(lt(imports.createddate, given.before)),
);

/** The audit row of a committed import. */
export const auditOfImport = query((given: Params<{ entityid: string; action: string }>) =>
  build
    .select({ auditlogid: auditlogs.auditlogid })
    .from(auditlogs)
    .where(
      and(
        eq(auditlogs.entitytype, 'import'),
        eq(auditlogs.entityid, given.entityid),
        eq(auditlogs.action, given.action),
      ),
    ),
);
