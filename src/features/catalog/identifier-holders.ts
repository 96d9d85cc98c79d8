import { z } from 'zod';
import { canSeePersonalData } from '../../kit/actor.ts';
import type { Value } from '../../kit/data/reader.ts';
import { sameName } from '../../kit/data/same-name.ts';
import type { Host } from '../../kit/host.ts';
import { signInRequiredError } from '../../kit/http/access.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import { idParam } from '../../kit/http/paging.ts';
import { canonicalizeAssetAddress } from './communications.ts';

/** Maximum number of holders in a response. More make the value no clearer. */
const MAX_HOLDERS = 5;

const holder = z
  .object({
    assetid: z.int(),
    assetnumber: z.string(),
    name: z.string().nullable(),
    assettype: z.string(),
    isactive: z.boolean(),
  })
  .meta({ id: 'IdentifierHolder' });
export type IdentifierHolder = z.output<typeof holder>;

const holderQuery = z.object({
  field: z.enum(['assetnumber', 'serialnumber', 'hostname', 'macaddress']),
  value: z.string().trim().min(1).max(255),
  except: idParam.optional().meta({ description: 'ID of an asset to leave out: the one that is edited.' }),
});
type HolderQuery = z.output<typeof holderQuery>;

/** Creates the route that returns the assets with an identifier, for forms that warn about duplicates. */
export const identifierRoute = (host: Host): Api =>
  api('/api/assets').get(
    '/identifierholders',
    ({ call: { actor }, query }) => {
      // Addresses are hidden from these callers elsewhere too.
      if (query.field === 'macaddress' && !canSeePersonalData(actor)) throw signInRequiredError();
      return listHolders(host, query);
    },
    routeOptions({
      access: 'optional',
      summary: 'Assets that have this asset number, serial number, host name or MAC address',
      query: holderQuery,
      responseSchema: holder.array().max(MAX_HOLDERS),
    }),
  );

/**
 * Returns up to `MAX_HOLDERS` assets with the identifier, active ones first. It is compared as in the
 * registers: names in any letter case, addresses in any notation. Throws 400 for a malformed MAC address.
 */
function listHolders(host: Host, query: HolderQuery): IdentifierHolder[] {
  const { sql, params } = buildHolderStatement(host, query);
  const rows = host.db.read((reader) =>
    reader.all<Omit<IdentifierHolder, 'isactive'> & { isactive: number }>(sql, ...params),
  );
  return rows.map((row) => ({ ...row, isactive: row.isactive === 1 }));
}

/** Returns the statement that finds the holders of an identifier, with its parameters. */
export function buildHolderStatement(host: Host, query: HolderQuery): { sql: string; params: Value[] } {
  const { sql, params } = matchIdentifier(host, query);
  return {
    sql: `SELECT assetid, assetnumber, name, assettype, assets.isactive FROM assets JOIN assettypes USING (assettypeid)
      WHERE assetid IN (${sql}) AND assetid <> ? ORDER BY assets.isactive DESC, assetid LIMIT ${MAX_HOLDERS}`,
    params: [...params, query.except ?? 0],
  };
}

/** Returns the SQL for the IDs of the matching assets. Each part reads an index. */
function matchIdentifier(host: Host, { field, value }: HolderQuery): { sql: string; params: Value[] } {
  if (field === 'macaddress') {
    const address = canonicalizeAssetAddress('mac', value, 'value');
    const sql = "SELECT assetid FROM communications WHERE address = ? AND commtype = 'mac'";
    return { sql, params: [address] };
  }
  const tables = field === 'hostname' ? listHostNameTables(host) : [{ table: 'assets', id: 'assetid' }];
  const parts = tables.map(({ table, id }) => {
    const named = sameName({ table, id, column: field }, value);
    return { sql: `SELECT assetid FROM ${table} WHERE ${named.sql}`, params: named.params };
  });
  return {
    sql: parts.map(({ sql }) => sql).join(' UNION ALL ') || 'SELECT 0 AS assetid WHERE 0',
    params: parts.flatMap(({ params }) => params),
  };
}

/** Returns the tables of the asset types with host names, of the enabled plugins. */
function listHostNameTables(host: Host): { table: string; id: string }[] {
  return host.registers.all().filter(({ asset, fields }) => asset && fields.hostname?.kind === 'text');
}
