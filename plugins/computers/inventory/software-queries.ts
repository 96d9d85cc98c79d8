import { and, eq } from 'drizzle-orm';
import { applications, appversions } from '../../../src/features/catalog/tables.ts';
import { build, command, excluded, type Params, query, type RowOf } from '../../../src/kit/data/query.ts';
import { isNamed, orderExactFirst } from '../../../src/kit/data/same-name.ts';
import { installedapps } from '../tables.ts';

/** Install records of a computer, active or not, with the names of application and version. */
export const recordedInstallsOf = query((params: Params<{ computerid: number }>) =>
  build
    .select({
      installedappid: installedapps.installedappid,
      appid: installedapps.appid,
      appname: applications.appname,
      version: appversions.version,
      source: installedapps.source,
      isactive: installedapps.isactive,
      otherversions: installedapps.otherversions,
      installdate: installedapps.installdate,
      publisher: installedapps.publisher,
    })
    .from(installedapps)
    .innerJoin(applications, eq(applications.appid, installedapps.appid))
    .leftJoin(appversions, eq(appversions.appversionid, installedapps.appversionid))
    .where(eq(installedapps.computerid, params.computerid)),
);

export type RecordedInstall = RowOf<typeof recordedInstallsOf>;

type InstallRow = {
  computerid: number;
  appid: number;
  appversionid: number | null;
  otherversions: string | null;
  installdate: string | null;
  publisher: string | null;
  at: string;
};

/** Records an application that an agent found. The source of an earlier record stays. */
export const saveInstall = command((params: Params<InstallRow>) =>
  build
    .insert(installedapps)
    .values({
      computerid: params.computerid,
      appid: params.appid,
      appversionid: params.appversionid,
      source: 'agent',
      isactive: 1,
      otherversions: params.otherversions,
      installdate: params.installdate,
      publisher: params.publisher,
      createddate: params.at,
      modifieddate: params.at,
    })
    .onConflictDoUpdate({
      target: [installedapps.computerid, installedapps.appid],
      set: {
        appversionid: excluded(installedapps.appversionid),
        isactive: 1,
        otherversions: excluded(installedapps.otherversions),
        installdate: excluded(installedapps.installdate),
        publisher: excluded(installedapps.publisher),
        modifieddate: excluded(installedapps.modifieddate),
      },
    }),
);

/** Marks an install record as inactive. */
export const retireInstall = command((params: Params<{ installedappid: number; at: string }>) =>
  build
    .update(installedapps)
    .set({ isactive: 0, modifieddate: params.at })
    .where(eq(installedapps.installedappid, params.installedappid)),
);

/** The application with this name, in any letter case. */
export const applicationNamed = query((params: Params<{ appname: string }>) =>
  build
    .select({ appid: applications.appid })
    .from(applications)
    .where(isNamed(applications.appname, params.appname))
    .orderBy(orderExactFirst(applications.appname, params.appname))
    .limit(1),
);

/** The version of an application with this text. */
export const versionNamed = query((params: Params<{ appid: number; version: string }>) =>
  build
    .select({ appversionid: appversions.appversionid })
    .from(appversions)
    .where(and(eq(appversions.appid, params.appid), eq(appversions.version, params.version))),
);

/** Adds a version to an application, and returns its ID. */
export const saveVersion = command((params: Params<{ appid: number; version: string; at: string }>) =>
  build
    .insert(appversions)
    .values({
      appid: params.appid,
      version: params.version,
      createddate: params.at,
      modifieddate: params.at,
    })
    .returning({ appversionid: appversions.appversionid }),
);
