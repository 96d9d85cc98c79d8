import { z } from 'zod';
import { type Actor, canSeePersonalData } from '../../kit/actor.ts';
import type { TabCount } from '../../kit/contributions.ts';
import type { Reader } from '../../kit/data/reader.ts';
import { notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { isAuthorized } from '../../kit/http/access.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import { idParam } from '../../kit/http/paging.ts';
import { assetRegister } from './asset-register.ts';
import { addressCount, existingAsset } from './queries.ts';
import { relationshipCount } from './relationship-queries.ts';

const MAX_TABS = 200;

const tabCount = z
  .object({
    tab: z.string().meta({ description: 'The name of the tab, as in `?tab=` of the page.' }),
    count: z.int(),
  })
  .meta({ id: 'TabCount' });
export type CountedTab = z.output<typeof tabCount>;

/** The tabs that every asset has. */
export const assetTabCounts: readonly TabCount[] = [
  {
    register: 'assets',
    tab: 'relationships',
    count: (reader, assetid) => relationshipCount.get(reader, { assetid })!.n,
  },
  {
    register: 'assets',
    tab: 'communications',
    access: 'login',
    count: (reader, assetid) => addressCount.get(reader, { assetid })!.n,
  },
];

/** Creates the route that returns the numbers of rows in the tabs of an asset. */
export const tabCountRoute = (host: Host): Api =>
  api('/api/assets').get(
    '/:assetid/tabcounts',
    ({ call: { actor }, params: { assetid } }) =>
      host.db.read((reader) => countTabs(host, reader, actor, assetid)),
    routeOptions({
      access: 'optional',
      summary: 'Number of rows in the tabs of an asset',
      params: z.object({ assetid: idParam }),
      responseSchema: tabCount.array().max(MAX_TABS),
    }),
  );

function countTabs(host: Host, reader: Reader, actor: Actor, assetid: number): CountedTab[] {
  if (!existingAsset.get(reader, { assetid })) throw notFound('Asset');
  const tabs = [...host.contributions.tabCounts, ...listLedgerCounts(host)];
  return host.registers.all().flatMap((register) => {
    const counted = tabs.filter(
      ({ register: name, access = register.can.read, isPersonal }) =>
        name === register.name && isAuthorized(actor, access) && (!isPersonal || canSeePersonalData(actor)),
    );
    if (counted.length === 0) return [];
    const id = findRecord(reader, register, assetid);
    return id === undefined ? [] : counted.map(({ tab, count }) => ({ tab, count: count(reader, id) }));
  });
}

/** Returns the ID of the asset's record in a register; undefined without one. */
function findRecord(
  reader: Reader,
  { name, asset, id, table }: ReturnType<Host['registers']['get']>,
  assetid: number,
): number | undefined {
  if (name === assetRegister.name) return assetid;
  return asset ? reader.value<number>(`SELECT ${id} FROM ${table} WHERE assetid = ?`, assetid) : undefined;
}

const listLedgerCounts = (host: Host): TabCount[] =>
  host.registers.all().flatMap((register) =>
    host.registers.ledgersOf(register).map(({ by, name, register: { table, can } }) => ({
      register: register.name,
      tab: name,
      access: can.read,
      count: (reader, id) => reader.value<number>(`SELECT count(*) FROM ${table} WHERE ${by} = ?`, id) ?? 0,
    })),
  );
