import { eq } from 'drizzle-orm';
import { build, type Params, query } from '../kit/data/query.ts';
import { settings } from '../kit/tables.ts';

/** The encrypted value of a setting; null when it is stored in plain text. */
export const encryptedSetting = query((params: Params<{ key: string }>) =>
  build.select({ sealed: settings.sealed }).from(settings).where(eq(settings.key, params.key)),
);
