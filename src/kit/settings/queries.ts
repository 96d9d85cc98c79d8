import { build, query } from '../data/query.ts';
import { settings } from '../tables.ts';

export const allSettings = query(() => build.select().from(settings).orderBy(settings.settingid));
