import { lt } from 'drizzle-orm';
import { build, command, type Given } from '../../kit/data/query.ts';
import { assethistory } from '../catalog/tables.ts';

export const forgetHistoryBefore = command((given: Given<{ before: string }>) =>
  build.delete(assethistory).where(lt(assethistory.createddate, given.before)),
);
