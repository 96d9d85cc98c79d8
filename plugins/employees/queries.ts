import { and, eq, sql } from 'drizzle-orm';
import { build, type Params, query } from '../../src/kit/data/query.ts';
import { files, settings } from '../../src/kit/tables.ts';
import { employees } from './tables.ts';

export const bySso = query((params: Params<{ sso: string }>) =>
  build.select().from(employees).where(eq(employees.sso, params.sso)),
);

export const byId = query((params: Params<{ employeeid: number }>) =>
  build.select().from(employees).where(eq(employees.employeeid, params.employeeid)),
);

/** The existing people among these SSOs. `ssos` is a JSON list. */
export const bySsos = query((params: Params<{ ssos: string }>) =>
  build
    .select()
    .from(employees)
    .where(sql`${employees.sso} IN (SELECT value FROM json_each(${params.ssos}))`),
);

export const employeeWithPicture = query((params: Params<{ picture: string }>) =>
  build
    .select({ employeeid: employees.employeeid })
    .from(employees)
    .where(eq(employees.picture, params.picture))
    .limit(1),
);

export const fileByName = query((params: Params<{ area: string; filename: string }>) =>
  build
    .select({ fileid: files.fileid })
    .from(files)
    .where(and(eq(files.area, params.area), eq(files.filename, params.filename))),
);

/**
 * The setting that selects the source of employees, as stored. The search index reads it here, so that the
 * index follows a change in the same transaction.
 */
export const storedMode = query(() =>
  build.select({ value: settings.value }).from(settings).where(eq(settings.key, 'employee_directory_mode')),
);

export const allEmployeeIds = query(() => build.select({ employeeid: employees.employeeid }).from(employees));
