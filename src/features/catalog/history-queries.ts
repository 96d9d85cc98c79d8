import { build, command, type Params } from '../../kit/data/query.ts';
import { type AssetChange, assethistory } from './tables.ts';

export const insertChange = command((params: Params<Omit<AssetChange, 'historyid'>>) =>
  build.insert(assethistory).values({
    assetid: params.assetid,
    action: params.action,
    field: params.field,
    old: params.old,
    new: params.new,
    userid: params.userid,
    username: params.username,
    actorkind: params.actorkind,
    createddate: params.createddate,
    auditlogid: params.auditlogid,
    tablename: params.tablename,
  }),
);
