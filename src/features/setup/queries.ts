import { eq } from 'drizzle-orm';
import { build, type Given, query } from '../../kit/data/query.ts';
import { vendors } from '../catalog/tables.ts';

export const vendorNamed = query((given: Given<{ vendor: string }>) =>
  build.select({ vendorid: vendors.vendorid }).from(vendors).where(eq(vendors.vendor, given.vendor)),
);
