import { and, eq } from 'drizzle-orm';
import { applications, appversions } from '../../src/features/catalog/tables.ts';
import { build, isSet, type Params, query, type RowOf } from '../../src/kit/data/query.ts';
import { installedapps } from './tables.ts';

const installs = () =>
  build
    .select({
      installedappid: installedapps.installedappid,
      computerid: installedapps.computerid,
      appid: installedapps.appid,
      appname: applications.appname,
      appversionid: installedapps.appversionid,
      version: appversions.version,
      source: installedapps.source,
      isactive: installedapps.isactive,
      otherversions: installedapps.otherversions,
      installdate: installedapps.installdate,
      publisher: installedapps.publisher,
      createddate: installedapps.createddate,
      modifieddate: installedapps.modifieddate,
    })
    .from(installedapps)
    .innerJoin(applications, eq(applications.appid, installedapps.appid))
    .leftJoin(appversions, eq(appversions.appversionid, installedapps.appversionid));

/** An install record with the names of application and version. */
export const installById = query((params: Params<{ installedappid: number }>) =>
  installs().where(eq(installedapps.installedappid, params.installedappid)),
);

export type Install = RowOf<typeof installById>;

/** Active installs of a computer, by application name. */
export const installedOn = query((params: Params<{ computerid: number }>) =>
  installs()
    .where(and(eq(installedapps.computerid, params.computerid), isSet(installedapps.isactive)))
    .orderBy(applications.appnamesortkey),
);

/** The install record of an application on a computer, active or not. */
export const installOf = query((params: Params<{ computerid: number; appid: number }>) =>
  build
    .select()
    .from(installedapps)
    .where(and(eq(installedapps.computerid, params.computerid), eq(installedapps.appid, params.appid))),
);

/** All install records of a computer, active or not. */
export const installsOf = query((params: Params<{ computerid: number }>) =>
  build.select().from(installedapps).where(eq(installedapps.computerid, params.computerid)),
);
