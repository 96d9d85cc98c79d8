import { and, desc, eq, getTableColumns, lt, ne } from 'drizzle-orm';
import { build, command, isSet, type Params, query } from '../../kit/data/query.ts';
import { auditlogs } from '../../kit/tables.ts';
import { importrows, imports, type StoredImport } from './tables.ts';

/** A finished import. The join excludes running ones, whose rows are stored at the end. */
export const importById = query((params: Params<{ importid: number }>) =>
  build
    .select(getTableColumns(imports))
    .from(imports)
    .innerJoin(importrows, eq(importrows.importid, imports.importid))
    .where(eq(imports.importid, params.importid)),
);

export const rowsOfImport = query((params: Params<{ importid: number }>) =>
  build.select().from(importrows).where(eq(importrows.importid, params.importid)),
);

export const insertImport = command((params: Params<Omit<StoredImport, 'importid'>>) =>
  build
    .insert(imports)
    .values({
      target: params.target,
      register: params.register,
      filename: params.filename,
      dryrun: params.dryrun,
      skiperrors: params.skiperrors,
      added: params.added,
      updated: params.updated,
      skipped: params.skipped,
      failed: params.failed,
      userid: params.userid,
      username: params.username,
      createddate: params.createddate,
    })
    .returning({ importid: imports.importid }),
);

/** Replaces the expected counts of an import with the actual ones. */
export const setCounts = command(
  (params: Params<Pick<StoredImport, 'importid' | 'added' | 'updated' | 'skipped' | 'failed'>>) =>
    build
      .update(imports)
      .set({ added: params.added, updated: params.updated, skipped: params.skipped, failed: params.failed })
      .where(eq(imports.importid, params.importid)),
);

export const deleteImport = command((params: Params<{ importid: number }>) =>
  build.delete(imports).where(eq(imports.importid, params.importid)),
);

export const insertRows = command((params: Params<typeof importrows.$inferSelect>) =>
  build.insert(importrows).values({
    importid: params.importid,
    mapping: params.mapping,
    entries: params.entries,
    headerline: params.headerline,
    decimals: params.decimals,
    unknownvalues: params.unknownvalues,
    unknowntotal: params.unknowntotal,
    created: params.created,
    shape: params.shape,
    choices: params.choices,
    previous: params.previous,
    headers: params.headers,
    rejected: params.rejected,
    details: params.details,
  }),
);

/** The choices of the newest committed import of files with this shape. */
export const choicesOfShape = query((params: Params<{ shape: string }>) =>
  build
    .select({ choices: importrows.choices })
    .from(importrows)
    .where(eq(importrows.shape, params.shape))
    .orderBy(desc(importrows.importid))
    .limit(1),
);

export const deleteDryRunsBefore = command((params: Params<{ before: string }>) =>
  build.delete(imports).where(and(isSet(imports.dryrun), lt(imports.createddate, params.before))),
);

export const deleteImportsBefore = command((params: Params<{ before: string }>) =>
  build.delete(imports).where(lt(imports.createddate, params.before)),
);

/** The rejected rows of the imports that were made before a time. */
export const rejectsBefore = query((params: Params<{ before: string }>) =>
  build
    .select({
      importid: importrows.importid,
      headers: importrows.headers,
      mapping: importrows.mapping,
      rejected: importrows.rejected,
    })
    .from(imports)
    .innerJoin(importrows, eq(importrows.importid, imports.importid))
    .where(and(lt(imports.createddate, params.before), ne(importrows.rejected, '[]'))),
);

export const setRejects = command(
  (params: Params<Pick<typeof importrows.$inferSelect, 'importid' | 'headers' | 'rejected'>>) =>
    build
      .update(importrows)
      .set({ headers: params.headers, rejected: params.rejected })
      .where(eq(importrows.importid, params.importid)),
);

/** The audit row of an import with this action. */
export const auditOfImport = query((params: Params<{ entityid: string; action: string }>) =>
  build
    .select({ auditlogid: auditlogs.auditlogid })
    .from(auditlogs)
    .where(
      and(
        eq(auditlogs.entitytype, 'import'),
        eq(auditlogs.entityid, params.entityid),
        eq(auditlogs.action, params.action),
      ),
    ),
);
