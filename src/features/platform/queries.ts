import { eq, lt } from 'drizzle-orm';
import { build, command, type Params, query } from '../../kit/data/query.ts';
import { settings } from '../../kit/tables.ts';
import { assethistory } from '../catalog/tables.ts';

/** Deletes the history of assets before an instant. */
export const deleteHistoryBefore = command((params: Params<{ before: string }>) =>
  build.delete(assethistory).where(lt(assethistory.createddate, params.before)),
);

/** The stored address of the mail server. */
export const mailServer = query(() =>
  build.select({ value: settings.value }).from(settings).where(eq(settings.key, 'smtp_host')),
);
