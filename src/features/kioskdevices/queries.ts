import { eq } from 'drizzle-orm';
import { build, command, type Params, query } from '../../kit/data/query.ts';
import { isNamed } from '../../kit/data/same-name.ts';
import { kioskdevices } from './tables.ts';

export const deviceOfPrefix = query((given: Params<{ prefix: string }>) =>
  build.select().from(kioskdevices).where(eq(kioskdevices.prefix, given.prefix)),
);

export const deviceOfCabinet = query((given: Params<{ cabinetname: string }>) =>
  build
    .select({ kioskdeviceid: kioskdevices.kioskdeviceid })
    .from(kioskdevices)
    .where(isNamed(kioskdevices.cabinetname, given.cabinetname)),
);

export const stampDevice = command((given: Params<{ kioskdeviceid: number; at: string }>) =>
  build
    .update(kioskdevices)
    .set({ lastseendate: given.at })
    .where(eq(kioskdevices.kioskdeviceid, given.kioskdeviceid)),
);
