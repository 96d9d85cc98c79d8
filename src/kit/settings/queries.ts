import { build, query } from '../data/query.ts';
import { settings } from '../tables.ts';

/** The stored settings, in the order of their creation. */
export const allSettings = query(() => build.select().from(settings).orderBy(settings.settingid));
