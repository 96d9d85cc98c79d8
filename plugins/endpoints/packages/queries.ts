import { and, eq, sql } from 'drizzle-orm';
import { build, isSet, type Params, query } from '../../../src/kit/data/query.ts';
import { endpointcommands } from '../tables.ts';
import { agentpackages } from './tables.ts';

/** The current build of each platform that has one. */
export const currentPackages = query(() =>
  build
    .select({
      packageid: agentpackages.packageid,
      version: agentpackages.version,
      platform: agentpackages.platform,
      filename: agentpackages.filename,
      size: agentpackages.size,
      sha256: agentpackages.sha256,
    })
    .from(agentpackages)
    .where(isSet(agentpackages.iscurrent)),
);

/** The current build of a platform. */
export const currentOf = query((params: Params<{ platform: string }>) =>
  build
    .select()
    .from(agentpackages)
    .where(and(eq(agentpackages.platform, params.platform), isSet(agentpackages.iscurrent))),
);

export const packageOf = query((params: Params<{ packageid: number }>) =>
  build.select().from(agentpackages).where(eq(agentpackages.packageid, params.packageid)),
);

/** The build of a platform with this version. */
export const packageNamed = query((params: Params<{ platform: string; version: string }>) =>
  build
    .select({ packageid: agentpackages.packageid })
    .from(agentpackages)
    .where(and(eq(agentpackages.platform, params.platform), eq(agentpackages.version, params.version))),
);

/** Number of queued and pending commands that install a build. */
export const commandsFor = query((params: Params<{ packageid: number }>) =>
  build
    .select({ n: sql<number>`count(*)`.as('n') })
    .from(endpointcommands)
    .where(
      sql`${endpointcommands.state} IN ('queued', 'pending') AND json_extract(${endpointcommands.payload}, '$.package.packageid') = ${params.packageid}`,
    ),
);
