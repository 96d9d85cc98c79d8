import { eq } from 'drizzle-orm';
import { build, command, type Params, query } from '../../kit/data/query.ts';
import { isNamed } from '../../kit/data/same-name.ts';
import { kioskdevices } from './tables.ts';

export const deviceOfPrefix = query((params: Params<{ prefix: string }>) =>
  build.select().from(kioskdevices).where(eq(kioskdevices.prefix, params.prefix)),
);

export const deviceOfCabinet = query((params: Params<{ cabinetname: string }>) =>
  build
    .select({ kioskdeviceid: kioskdevices.kioskdeviceid })
    .from(kioskdevices)
    .where(isNamed(kioskdevices.cabinetname, params.cabinetname)),
);

export const stampDevice = command((params: Params<{ kioskdeviceid: number; at: string }>) =>
  build
    .update(kioskdevices)
    .set({ lastseendate: params.at })
    .where(eq(kioskdevices.kioskdeviceid, params.kioskdeviceid)),
);
