import { z } from 'zod';
import type { Actor } from '../../../src/kit/actor.ts';
import type { Value } from '../../../src/kit/data/reader.ts';
import type { Host } from '../../../src/kit/host.ts';
import { idParam, pageOf, pagingOf, pagingQuery, searchQuery } from '../../../src/kit/http/paging.ts';
import { matchAssets } from '../../../src/kit/resource/search-condition.ts';
import { subtreeOf } from '../../../src/kit/resource/subtree.ts';
import { toStartPattern } from '../../../src/kit/search/condition.ts';
import { CheckInBuffer } from '../checkin/check-in-buffer.ts';
import { createPolicyResolver, policyView, toPolicyView } from '../policies/effective.ts';
import type { PcFacts } from '../scope.ts';
import { CREDENTIAL_STATE, CREDENTIAL_STATES, VERDICT, VERDICTS } from './credential-state.ts';

const SORTS = {
  hostname: 'hostnamesortkey',
  assetnumber: 'assetnumbersortkey',
  name: 'namesortkey',
  agentversion: 'agentversion',
  verdict: 'verdict',
  credentialstate: 'credentialstate',
  lastcheckin: 'lastcheckin',
} as const;

const MAX_IDS = 100;

/** Reports whether a text contains IDs that are separated by commas. */
function isIdList(text: string): boolean {
  const parts = text.split(',');
  return parts.length <= MAX_IDS && parts.every((part) => /^[1-9]\d{0,14}$/.test(part));
}

export const fleetQuery = z.object({
  ...pagingQuery,
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
  sort: z.enum(Object.keys(SORTS) as [keyof typeof SORTS]).optional(),
  dir: z.enum(['asc', 'desc']).optional(),
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

/** Asset number of the machine that a PC controls, the first one if there are several. */
export const MACHINE = `(SELECT m.assetnumber FROM relationships r
  JOIN relationshiptypes rt ON rt.relationshiptypeid = r.relationshiptypeid AND rt.relationshiptype = 'controls'
  JOIN assets m ON m.assetid = r.targetassetid AND m.isactive = 1
  WHERE r.sourceassetid = c.assetid ORDER BY r.relationshipid LIMIT 1)`;

const ADDRESS = `(SELECT n.address FROM communications n
  WHERE n.assetid = c.assetid AND n.commtype = 'ip' AND n.isprimary = 1 LIMIT 1)`;

/** Name of the user who locked a PC. Takes the current instant as a parameter. */
export const LOCKED = `(SELECT l.username FROM endpointlocks l WHERE l.assetid = c.assetid AND coalesce(l.expiresat, '9') > ?)`;

const ROWS = `SELECT c.assetid, c.hostname, c.fullhostname, a.assetnumber, a.name, a.serialnumber, c.loggedinuser, ${ADDRESS} AS ipaddress,
  ${MACHINE} AS machinenumber, e.agentversion,
  ${VERDICT} AS verdict, e.verdictreason, ${CREDENTIAL_STATE} AS credentialstate, e.lastcheckin,
  ${LOCKED} AS lockedby, t.computertype, p.location, c.computertypeid, a.locationid,
  y.assettype, b.businessunit, c.hostnamesortkey, a.assetnumbersortkey, a.namesortkey
  FROM computers c
  JOIN assets a ON a.assetid = c.assetid AND a.isactive = 1
  LEFT JOIN endpoints e ON e.assetid = c.assetid
  LEFT JOIN computertypes t ON t.computertypeid = c.computertypeid
  LEFT JOIN locations p ON p.locationid = a.locationid
  LEFT JOIN assettypes y ON y.assettypeid = a.assettypeid
  LEFT JOIN businessunits b ON b.businessunitid = a.businessunitid`;

type FleetQuery = z.output<typeof fleetQuery>;

/** Returns the location and all locations within it, or the location alone when `exact` is true. */
const placesOf = (host: Host, locationid: number, { exact }: FleetQuery): number[] =>
  exact === 'true'
    ? [locationid]
    : host.db.read((reader) => subtreeOf(reader, host.registers.get('locations'), locationid));

function conditions(host: Host, actor: Actor, query: FleetQuery): { where: string; params: Value[] } {
  const parts: string[] = [];
  const params: Value[] = [];
  const add = (sql: string, ...values: Value[]) => {
    parts.push(sql);
    params.push(...values);
  };
  if (query.credential) add('credentialstate = ?', query.credential);
  if (query.verdict === 'notok') add("verdict <> 'ok'");
  else if (query.verdict) add('verdict = ?', query.verdict);
  if (query.computertypeid !== undefined) add('computertypeid = ?', query.computertypeid);
  const place = query.locationid ?? query.location_id;
  if (place !== undefined)
    add('locationid IN (SELECT value FROM json_each(?))', JSON.stringify(placesOf(host, place, query)));
  if (query.assetids !== undefined) add('assetid IN (SELECT value FROM json_each(?))', `[${query.assetids}]`);
  if (query.agentversion) add('agentversion = ?', query.agentversion);
  if (query.search?.trim()) {
    const found = matchAssets(host, actor, query.search, 'assetid');
    add(
      `(${found.sql} OR machinenumber LIKE ? ESCAPE '\\')`,
      ...found.params,
      toStartPattern(query.search.trim()),
    );
  }
  return { where: parts.length > 0 ? ` WHERE ${parts.join(' AND ')}` : '', params };
}

type ListedPc = Omit<z.output<typeof fleetRow>, 'policy'> &
  Pick<PcFacts, 'assettype' | 'businessunit'> & {
    computertypeid: number | null;
    locationid: number | null;
    fullhostname: string | null;
    hostnamesortkey: string | null;
    assetnumbersortkey: string | null;
    namesortkey: string | null;
  };

/** Lists the active PCs with the state of their agents, by host name unless the query names another order. */
export function listFleet(host: Host, actor: Actor, query: FleetQuery) {
  host.getInstance(CheckInBuffer).flush();
  const { where, params } = conditions(host, actor, query);
  const paging = pagingOf(query);
  const order = `${SORTS[query.sort ?? 'hostname']} ${query.dir ?? 'asc'} NULLS LAST, assetid`;
  return host.db.read((reader) => {
    const around = [reader.at, reader.at];
    const total =
      reader.value<number>(`SELECT count(*) FROM (${ROWS}) AS fleet${where}`, ...around, ...params) ?? 0;
    const rows = reader.all<ListedPc>(
      `SELECT * FROM (${ROWS}) AS fleet${where} ORDER BY ${order} LIMIT ? OFFSET ?`,
      ...around,
      ...params,
      paging.perpage,
      paging.offset,
    );
    const policyOf = createPolicyResolver(host);
    return pageOf(
      rows.map(
        ({
          computertypeid: _type,
          locationid: _place,
          fullhostname: _whole,
          hostnamesortkey: _hostname,
          assetnumbersortkey: _number,
          namesortkey: _name,
          assettype,
          businessunit,
          ...row
        }) => ({ ...row, policy: toPolicyView(policyOf({ ...row, assettype, businessunit })) }),
      ),
      total,
      paging,
    );
  });
}
