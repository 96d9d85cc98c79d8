import { and, desc, eq, getTableColumns } from 'drizzle-orm';
import { build, type Params, query } from '../../kit/data/query.ts';
import { isNamed } from '../../kit/data/same-name.ts';
import { applications, apppackages, appversions } from './tables.ts';

export const applicationById = query((params: Params<{ appid: number }>) =>
  build.select().from(applications).where(eq(applications.appid, params.appid)),
);

/** The application with this name in any letter case. */
export const applicationNamed = query((params: Params<{ appname: string }>) =>
  build
    .select({ appid: applications.appid })
    .from(applications)
    .where(isNamed(applications.appname, params.appname)),
);

export const versionsOfApplication = query((params: Params<{ appid: number }>) =>
  build
    .select({ ...getTableColumns(appversions), appname: applications.appname })
    .from(appversions)
    .innerJoin(applications, eq(applications.appid, appversions.appid))
    .where(eq(appversions.appid, params.appid))
    .orderBy(desc(appversions.appversionid)),
);

export const versionNamed = query((params: Params<{ appid: number; version: string }>) =>
  build
    .select({ appversionid: appversions.appversionid })
    .from(appversions)
    .where(and(eq(appversions.appid, params.appid), eq(appversions.version, params.version))),
);

export const applicationOfVersion = query((params: Params<{ appversionid: number }>) =>
  build
    .select({ appid: appversions.appid })
    .from(appversions)
    .where(eq(appversions.appversionid, params.appversionid)),
);

export const packagesOfVersion = query((params: Params<{ appversionid: number }>) =>
  build
    .select()
    .from(apppackages)
    .where(eq(apppackages.appversionid, params.appversionid))
    .orderBy(apppackages.apppackageid),
);

export const packagesOfApplication = query((params: Params<{ appid: number }>) =>
  build
    .select({ filename: apppackages.filename })
    .from(apppackages)
    .innerJoin(appversions, eq(appversions.appversionid, apppackages.appversionid))
    .where(eq(appversions.appid, params.appid)),
);
