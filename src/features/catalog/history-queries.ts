import { build, command, type Params } from '../../kit/data/query.ts';
import { type AssetChange, assethistory } from './tables.ts';

export const insertChange = command((given: Params<Omit<AssetChange, 'historyid'>>) =>
  build.insert(assethistory).values({
    assetid: given.assetid,
    action: given.action,
    field: given.field,
    old: given.old,
    new: given.new,
    userid: given.userid,
    username: given.username,
    actorkind: given.actorkind,
    createddate: given.createddate,
    auditlogid: given.auditlogid,
    tablename: given.tablename,
  }),
);
