import { z } from 'zod';
import { type Actor, canSeePersonalData } from '../../kit/actor.ts';
import type { SiteTabCount } from '../../kit/contributions.ts';
import { countRows } from '../../kit/data/query.ts';
import type { Reader } from '../../kit/data/reader.ts';
import { notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { authorizeActor, isAuthorized } from '../../kit/http/access.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import { idParam } from '../../kit/http/paging.ts';
import type { Register } from '../../kit/resource/register.ts';
import type { TabCount } from '../../kit/tab-count.ts';
import { assetRegister } from './asset-register.ts';
import { countRelationships } from './relationships.ts';
import { appversions, communications } from './tables.ts';

const MAX_TABS = 200;

const tabCount = z
  .object({
    tab: z.string().meta({ description: 'The name of the tab, as in `?tab=` of the page.' }),
    count: z.int(),
    islist: z.boolean().meta({
      description:
        'False for a tab without a list: `count` is then 0 for an empty tab, and 1 for another one.',
    }),
  })
  .meta({ id: 'TabCount' });
export type CountedTab = z.output<typeof tabCount>;

/** The tabs of every asset and of applications. */
export const tabCounts: readonly TabCount[] = [
  { register: 'assets', tab: 'relationships', count: countRelationships },
  { register: 'assets', tab: 'communications', access: 'login', count: countRows(communications.assetid) },
  { register: 'applications', tab: 'versions', count: countRows(appversions.appid) },
];

/** Creates the route that returns the numbers of rows in the tabs of a record. */
export const tabCountRoute = (host: Host): Api =>
  api('/api/registers').get(
    '/:name/:id/tabcounts',
    ({ call: { actor }, params: { name, id } }) => readTabCounts(host, actor, name, id),
    routeOptions({
      access: 'optional',
      summary: 'Number of rows in the tabs of a record, for an asset in those of all its registers',
      params: z.object({ name: z.string().max(64), id: idParam }),
      responseSchema: tabCount.array().max(MAX_TABS),
    }),
  );

function readTabCounts(host: Host, actor: Actor, name: string, id: number): CountedTab[] {
  const register = host.registers.has(name) ? host.registers.get(name) : undefined;
  if (!register || register.unlisted) throw notFound('Register');
  authorizeActor(actor, register.can.read);
  return host.db.read((reader) =>
    listRecords(host, reader, register, id).flatMap((record) => countTabs(host, reader, actor, record)),
  );
}

interface RecordOfTabs {
  register: Register;
  id: number;
}

/** Returns the record and, for an asset, its records in all registers. Throws 404 when it is unknown. */
function listRecords(host: Host, reader: Reader, register: Register, id: number): RecordOfTabs[] {
  const isAsset = register.name === assetRegister.name || register.asset !== undefined;
  const owner = findId(reader, register, isAsset ? 'assetid' : register.id, { column: register.id, id });
  if (owner === undefined) throw notFound(register.one);
  if (!isAsset) return [{ register, id }];
  return host.registers.all().flatMap((one) => {
    if (one.name !== assetRegister.name && !one.asset) return [];
    const found = findId(reader, one, one.id, { column: 'assetid', id: owner });
    return found === undefined ? [] : [{ register: one, id: found }];
  });
}

const findId = (
  reader: Reader,
  { table }: Register,
  wanted: string,
  { column, id }: { column: string; id: number },
): number | undefined => reader.value<number>(`SELECT ${wanted} FROM ${table} WHERE ${column} = ?`, id);

function countTabs(host: Host, reader: Reader, actor: Actor, { register, id }: RecordOfTabs): CountedTab[] {
  return [...host.contributions.tabCounts(host), ...listLedgerCounts(host, register)]
    .filter(
      ({ register: name, access = register.can.read, isPersonal }) =>
        name === register.name && isAuthorized(actor, access) && (!isPersonal || canSeePersonalData(actor)),
    )
    .flatMap(({ tab, isState, count }) => {
      const counted = count(reader, id, actor);
      return counted === undefined ? [] : [{ tab, count: counted, islist: !isState }];
    });
}

const listLedgerCounts = (host: Host, register: Register): SiteTabCount[] =>
  host.registers.ledgersOf(register).map(({ by, name, register: { table, can } }) => ({
    register: register.name,
    tab: name,
    access: can.read,
    count: (reader, id) => reader.value<number>(`SELECT count(*) FROM ${table} WHERE ${by} = ?`, id) ?? 0,
  }));
