import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { build, type Given, query } from '../../kit/data/query.ts';
import { applications, apppackages, appversions, supportcontacts } from './tables.ts';

export const applicationById = query((given: Given<{ appid: number }>) =>
  build.select().from(applications).where(eq(applications.appid, given.appid)),
);

export const versionsOfApplication = query((given: Given<{ appid: number }>) =>
  build
    .select({ ...getTableColumns(appversions), appname: applications.appname })
    .from(appversions)
    .innerJoin(applications, eq(applications.appid, appversions.appid))
    .where(eq(appversions.appid, given.appid))
    .orderBy(desc(appversions.appversionid)),
);

export const versionNamed = query((given: Given<{ appid: number; version: string }>) =>
  build
    .select({ appversionid: appversions.appversionid })
    .from(appversions)
    .where(and(eq(appversions.appid, given.appid), eq(appversions.version, given.version))),
);

export const applicationOfVersion = query((given: Given<{ appversionid: number }>) =>
  build
    .select({ appid: appversions.appid })
    .from(appversions)
    .where(eq(appversions.appversionid, given.appversionid)),
);

export const packagesOfVersion = query((given: Given<{ appversionid: number }>) =>
  build
    .select()
    .from(apppackages)
    .where(eq(apppackages.appversionid, given.appversionid))
    .orderBy(apppackages.apppackageid),
);

export const packagesOfApplication = query((given: Given<{ appid: number }>) =>
  build
    .select({ filename: apppackages.filename })
    .from(apppackages)
    .innerJoin(appversions, eq(appversions.appversionid, apppackages.appversionid))
    .where(eq(appversions.appid, given.appid)),
);

const contact = {
  contactid: supportcontacts.contactid,
  contactname: supportcontacts.contactname,
  sso: supportcontacts.sso,
  email: supportcontacts.email,
  phone: supportcontacts.phone,
};

export const contactsOfTeam = query((given: Given<{ supportteamid: number }>) =>
  build
    .select(contact)
    .from(supportcontacts)
    .where(eq(supportcontacts.supportteamid, given.supportteamid))
    .orderBy(supportcontacts.sortorder),
);

/** The contacts of many teams, whose ids come as a JSON list: one statement, whatever the length of the page. */
export const contactsOfTeams = query((given: Given<{ ids: string }>) =>
  build
    .select({ supportteamid: supportcontacts.supportteamid, ...contact })
    .from(supportcontacts)
    .where(sql`${supportcontacts.supportteamid} in (select value from json_each(${given.ids}))`)
    .orderBy(supportcontacts.supportteamid, supportcontacts.sortorder),
);
