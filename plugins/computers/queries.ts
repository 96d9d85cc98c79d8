import { and, count, desc, eq } from 'drizzle-orm';
import { assets, operatingsystems, protocols } from '../../src/features/catalog/tables.ts';
import { build, command, type Given, isSet, query } from '../../src/kit/data/query.ts';
import { accessmethods, computers, computertypes } from './tables.ts';

export const knownComputer = query((given: Given<{ computerid: number }>) =>
  build
    .select({ computerid: computers.computerid })
    .from(computers)
    .where(eq(computers.computerid, given.computerid)),
);

export const computerNamed = query((given: Given<{ hostname: string }>) =>
  build
    .select({ computerid: computers.computerid })
    .from(computers)
    .where(eq(computers.hostname, given.hostname)),
);

export const hostnameOfAsset = query((given: Given<{ assetid: number }>) =>
  build.select({ hostname: computers.hostname }).from(computers).where(eq(computers.assetid, given.assetid)),
);

export const stampReport = command((given: Given<{ computerid: number; at: string }>) =>
  build
    .update(computers)
    .set({ lastreporteddate: given.at })
    .where(eq(computers.computerid, given.computerid)),
);

export const displayTypes = query(() =>
  build
    .select({ computertypeid: computertypes.computertypeid })
    .from(computertypes)
    .where(isSet(computertypes.isdisplaykiosk)),
);

const ofActiveAsset = () => and(eq(assets.assetid, computers.assetid), isSet(assets.isactive));

export const activeComputers = query(() =>
  build
    .select({ n: count().as('n') })
    .from(computers)
    .innerJoin(assets, ofActiveAsset()),
);

export const activeOnShopfloor = query(() =>
  build
    .select({ n: count().as('n') })
    .from(computers)
    .innerJoin(assets, ofActiveAsset())
    .innerJoin(computertypes, eq(computertypes.computertypeid, computers.computertypeid))
    .where(isSet(computertypes.isshopfloor)),
);

const counted = () => count().as('count');

export const activeByType = query(() =>
  build
    .select({
      computertypeid: computers.computertypeid,
      computertype: computertypes.computertype,
      count: counted(),
    })
    .from(computers)
    .innerJoin(assets, ofActiveAsset())
    .leftJoin(computertypes, eq(computertypes.computertypeid, computers.computertypeid))
    .groupBy(computers.computertypeid)
    .orderBy(desc(counted())),
);

export const activeByOs = query(() =>
  build
    .select({
      osid: computers.osid,
      osname: operatingsystems.osname,
      osversion: operatingsystems.osversion,
      count: counted(),
    })
    .from(computers)
    .innerJoin(assets, ofActiveAsset())
    .leftJoin(operatingsystems, eq(operatingsystems.osid, computers.osid))
    .groupBy(computers.osid)
    .orderBy(desc(counted())),
);

export const knownProtocol = query((given: Given<{ protocolid: number }>) =>
  build
    .select({ protocolid: protocols.protocolid })
    .from(protocols)
    .where(eq(protocols.protocolid, given.protocolid)),
);

export const methodsOfComputer = query((given: Given<{ computerid: number }>) =>
  build.select().from(accessmethods).where(eq(accessmethods.computerid, given.computerid)),
);

/** The same with what the protocol says of the link. */
export const linksOfComputer = query((given: Given<{ computerid: number }>) =>
  build
    .select({
      protocolid: accessmethods.protocolid,
      protocol: protocols.protocol,
      portoverride: accessmethods.portoverride,
      defaultport: protocols.defaultport,
      urltemplate: protocols.urltemplate,
    })
    .from(accessmethods)
    .innerJoin(protocols, eq(protocols.protocolid, accessmethods.protocolid))
    .where(eq(accessmethods.computerid, given.computerid))
    .orderBy(protocols.protocol),
);
