import type { Fleet } from '../../src/kit/contributions.ts';
import { activePcs, installsAmong } from './fleet-queries.ts';
import { findPcMatch } from './identity/match-pc.ts';

/** Fleet of PCs for plugins that deploy to it. */
export const fleet: Fleet = {
  pcs: (reader) => activePcs.all(reader),
  matchPc: findPcMatch,
  withApplications: (reader, appids) => {
    const found = new Map<number, Set<number>>(appids.map((appid) => [appid, new Set()]));
    for (const { appid, assetid } of installsAmong.all(reader, { appids: JSON.stringify(appids) }))
      found.get(appid)!.add(assetid);
    return found;
  },
};
