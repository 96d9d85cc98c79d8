import { and, desc, eq, isNull } from 'drizzle-orm';
import { isActiveAsset } from '../../src/features/catalog/index.ts';
import { assets } from '../../src/features/catalog/tables.ts';
import { build, command, type Params, query } from '../../src/kit/data/query.ts';
import { isNamed } from '../../src/kit/data/same-name.ts';
import { computers } from '../computers/tables.ts';
import { endpointblocks, endpointcredentials, enrollmentrequests } from './tables.ts';

/** The credential with this prefix, and the host name of its PC. */
export const credentialOfPrefix = query((params: Params<{ prefix: string }>) =>
  build
    .select({
      assetid: endpointcredentials.assetid,
      secrethash: endpointcredentials.secrethash,
      firstuseddate: endpointcredentials.firstuseddate,
      hostname: computers.hostname,
    })
    .from(endpointcredentials)
    .leftJoin(computers, eq(computers.assetid, endpointcredentials.assetid))
    .where(eq(endpointcredentials.prefix, params.prefix)),
);

export const credentialOfAsset = query((params: Params<{ assetid: number }>) =>
  build.select().from(endpointcredentials).where(eq(endpointcredentials.assetid, params.assetid)),
);

/** Records the first use of a credential. A later use changes nothing. */
export const stampFirstUse = command((params: Params<{ assetid: number; at: string }>) =>
  build
    .update(endpointcredentials)
    .set({ firstuseddate: params.at })
    .where(and(eq(endpointcredentials.assetid, params.assetid), isNull(endpointcredentials.firstuseddate))),
);

/** Active computers with a serial number, at most two: a second one already makes the number ambiguous. */
export const pcsOfSerial = query((params: Params<{ serialnumber: string }>) =>
  build
    .select({ assetid: assets.assetid, hostname: computers.hostname })
    .from(assets)
    .innerJoin(computers, eq(computers.assetid, assets.assetid))
    .where(and(isNamed(assets.serialnumber, params.serialnumber), isActiveAsset))
    .limit(2),
);

/** The computer of an asset, active or not. */
export const computerOf = query((params: Params<{ assetid: number }>) =>
  build
    .select({ assetid: computers.assetid, hostname: computers.hostname, isactive: assets.isactive })
    .from(computers)
    .innerJoin(assets, eq(assets.assetid, computers.assetid))
    .where(eq(computers.assetid, params.assetid)),
);

/** The newest enrollment request whose credential was issued for a PC. */
export const lastApproval = query((params: Params<{ assetid: number }>) =>
  build
    .select({ hostname: enrollmentrequests.hostname, serialnumber: enrollmentrequests.serialnumber })
    .from(enrollmentrequests)
    .where(and(eq(enrollmentrequests.assetid, params.assetid), eq(enrollmentrequests.state, 'issued')))
    .orderBy(desc(enrollmentrequests.requestid))
    .limit(1),
);

/** The block that prevents the enrollment of a PC. */
export const enrollmentBlockOf = query((params: Params<{ assetid: number }>) =>
  build.select().from(endpointblocks).where(eq(endpointblocks.assetid, params.assetid)),
);
