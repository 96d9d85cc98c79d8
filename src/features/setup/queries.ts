import { eq } from 'drizzle-orm';
import { build, type Params, query } from '../../kit/data/query.ts';
import { isNamed } from '../../kit/data/same-name.ts';
import { settings } from '../../kit/tables.ts';
import { vendors } from '../catalog/tables.ts';

export const vendorNamed = query((params: Params<{ vendor: string }>) =>
  build.select({ vendorid: vendors.vendorid }).from(vendors).where(isNamed(vendors.vendor, params.vendor)),
);

/** The setting that the wizard writes when it is finished. */
export const setupEnded = query(() =>
  build.select({ value: settings.value }).from(settings).where(eq(settings.key, 'setup_complete')),
);
