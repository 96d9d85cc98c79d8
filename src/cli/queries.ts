import { eq } from 'drizzle-orm';
import { build, type Params, query } from '../kit/data/query.ts';
import { settings } from '../kit/tables.ts';

export const encryptedSetting = query((params: Params<{ key: string }>) =>
  build.select({ sealed: settings.sealed }).from(settings).where(eq(settings.key, params.key)),
);
