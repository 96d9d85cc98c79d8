import { z } from 'zod';
import type { Actor } from '../../../src/kit/actor.ts';
import type { Value } from '../../../src/kit/data/reader.ts';
import type { SqlCondition } from '../../../src/kit/data/sql-condition.ts';
import type { Host } from '../../../src/kit/host.ts';
import { Page } from '../../../src/kit/http/page.ts';
import { idParam, searchQuery } from '../../../src/kit/http/paging.ts';
import { readListPage } from '../../../src/kit/list/list-page.ts';
import { matchAssets } from '../../../src/kit/resource/search-condition.ts';
import { subtreeOf } from '../../../src/kit/resource/subtree.ts';
import { toStartPattern } from '../../../src/kit/search/condition.ts';
import { CheckInBuffer } from '../checkin/check-in-buffer.ts';
import { createPolicyResolver, policyView, toPolicyView } from '../policies/effective.ts';
import type { PcFacts } from '../scope.ts';
import { CREDENTIAL_STATES, VERDICTS } from './credential-state.ts';
import { FLEET_TABLES, fleetColumns } from './list-columns.ts';

const MAX_IDS = 100;

/** Reports whether a text contains IDs that are separated by commas. */
function isIdList(text: string): boolean {
  const parts = text.split(',');
  return parts.length <= MAX_IDS && parts.every((part) => /^[1-9]\d{0,14}$/.test(part));
}

export const fleetQuery = fleetColumns.createQuery({
  credential: z.enum(CREDENTIAL_STATES).optional(),
  verdict: z
    .enum([...VERDICTS, 'notok'])
    .optional()
    .meta({ description: '`notok`: all except ok.' }),
  computertypeid: idParam.optional(),
  locationid: idParam.optional().meta({ description: 'Includes the locations within it.' }),
  location_id: idParam.optional(),
  exact: z.enum(['true', 'false']).optional().meta({ description: 'Only this location.' }),
  agentversion: z.string().max(40).optional(),
  assetids: z
    .string()
    .refine(isIdList, 'Enter at most 100 asset IDs, separated by commas.')
    .optional()
    .meta({ description: 'Only these PCs: at most 100 asset IDs, separated by commas.' }),
  search: searchQuery.optional(),
});

export const fleetRow = z
  .object({
    assetid: z.int(),
    hostname: z.string().nullable(),
    assetnumber: z.string(),
    name: z.string().nullable(),
    serialnumber: z.string().nullable(),
    loggedinuser: z.string().nullable(),
    ipaddress: z.string().nullable().meta({ description: 'Primary address.' }),
    machinenumber: z.string().nullable(),
    agentversion: z.string().nullable(),
    verdict: z.enum(VERDICTS),
    verdictreason: z.string().nullable(),
    credentialstate: z.enum(CREDENTIAL_STATES),
    lastcheckin: z.iso.datetime().nullable(),
    lockedby: z.string().nullable(),
    computertype: z.string().nullable(),
    location: z.string().nullable(),
    policy: policyView.meta({ description: 'Effective policy of the PC.' }),
  })
  .meta({ id: 'FleetRow' });

type FleetQuery = z.output<typeof fleetQuery>;

/** Returns the location and all locations within it, or the location alone when `exact` is true. */
const placesOf = (host: Host, locationid: number, { exact }: FleetQuery): number[] =>
  exact === 'true'
    ? [locationid]
    : host.db.read((reader) => subtreeOf(reader, host.registers.get('locations'), locationid));

function createConditions(host: Host, actor: Actor, query: FleetQuery): SqlCondition[] {
  const conditions: SqlCondition[] = [];
  const add = (sql: string, ...params: Value[]) => conditions.push({ sql, params });
  const { verdict, credentialstate, machinenumber } = fleetColumns.columns;
  if (query.credential) add(`${credentialstate!.operand} = ?`, query.credential);
  if (query.verdict === 'notok') add(`${verdict!.operand} <> 'ok'`);
  else if (query.verdict) add(`${verdict!.operand} = ?`, query.verdict);
  if (query.computertypeid !== undefined) add('c.computertypeid = ?', query.computertypeid);
  const place = query.locationid ?? query.location_id;
  if (place !== undefined)
    add('a.locationid IN (SELECT value FROM json_each(?))', JSON.stringify(placesOf(host, place, query)));
  if (query.assetids !== undefined)
    add('c.assetid IN (SELECT value FROM json_each(?))', `[${query.assetids}]`);
  if (query.agentversion) add('e.agentversion = ?', query.agentversion);
  if (query.search?.trim()) {
    const found = matchAssets(host, actor, query.search, 'c.assetid');
    add(
      `${found.sql} OR ${machinenumber!.operand} LIKE ? ESCAPE '\\'`,
      ...found.params,
      toStartPattern(query.search.trim()),
    );
  }
  return conditions;
}

type ListedPc = Omit<z.output<typeof fleetRow>, 'policy'> & Pick<PcFacts, 'assettype' | 'businessunit'>;

/** Lists the active PCs with the state of their agents, by host name unless the query names another order. */
export function listFleet(host: Host, actor: Actor, query: FleetQuery) {
  host.getInstance(CheckInBuffer).flush();
  const { rows, pagination } = readListPage<ListedPc>(
    host.db,
    fleetColumns,
    (reader) => ({
      from: FLEET_TABLES,
      params: [reader.at],
      id: 'c.assetid',
      extra: ['y.assettype', 'b.businessunit'],
      conditions: createConditions(host, actor, query),
    }),
    { query, actor },
  );
  const policyOf = createPolicyResolver(host);
  const pcs = rows.map(({ assettype, businessunit, ...row }) => ({
    ...row,
    policy: toPolicyView(policyOf({ ...row, assettype, businessunit })),
  }));
  return new Page(pcs, pagination);
}
