import { and, eq, ne, or } from 'drizzle-orm';
import { build, type Params, query } from '../../kit/data/query.ts';
import { isNamed } from '../../kit/data/same-name.ts';
import { settings } from '../../kit/tables.ts';
import { vendors } from '../catalog/tables.ts';

export const vendorNamed = query((params: Params<{ vendor: string }>) =>
  build.select({ vendorid: vendors.vendorid }).from(vendors).where(isNamed(vendors.vendor, params.vendor)),
);

/** The settings that end the setup: the wizard is complete, or the plant has a name. */
export const setupEnds = query(() =>
  build
    .select({ key: settings.key })
    .from(settings)
    .where(
      or(
        and(eq(settings.key, 'setup_complete'), eq(settings.value, 'true')),
        and(eq(settings.key, 'site_name'), ne(settings.value, '')),
      ),
    ),
);
