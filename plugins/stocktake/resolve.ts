import { resolveMergedAsset } from '../../src/features/catalog/index.ts';
import type { Reader } from '../../src/kit/data/reader.ts';
import { sameName } from '../../src/kit/data/same-name.ts';
import type { Host } from '../../src/kit/host.ts';
import { listKeys } from '../../src/kit/search/document-words.ts';
import { assetsByKey } from './scan-queries.ts';

/** Matches the UI path of one record, as labels contain it. */
const RECORD = /^(\/[a-z][a-z0-9/-]*)\/([0-9]{1,15})\/?(?:[?#].*)?$/i;

/**
 * Returns the host names, with ports, that address this appliance: from the settings and from the request.
 */
export function listOwnHosts(host: Host, headers: Headers): ReadonlySet<string> {
  const addresses = [host.settings.text('site_url'), headers.get('origin') ?? ''];
  const named = addresses.flatMap((address) => URL.parse(address)?.host ?? []);
  return new Set([...named, headers.get('host') ?? ''].filter(Boolean).map((name) => name.toLowerCase()));
}

/**
 * Returns the assets that a scanned code may refer to. A label address of this appliance is matched first.
 * Other codes are matched exactly against numbers, serial numbers, tags and network addresses. A retired
 * asset counts only if no active one has the code. A merged asset is replaced by the asset that it was merged
 * into.
 */
export function resolveCode(
  host: Host,
  reader: Reader,
  code: string,
  hosts: ReadonlySet<string>,
): readonly number[] {
  const linked = findLinkedAsset(host, reader, code, hosts);
  if (linked !== undefined) return [resolveMergedAsset(reader, linked)];
  const kind = host.search.kindOf('asset');
  const found = listKeys(code).flatMap((key) => assetsByKey.all(reader, { key, kind }));
  const active = found.filter(({ isactive }) => isactive === 1);
  const matches = active.length > 0 ? active : [...found, ...findTagged(host, reader, code)];
  return [...new Set(matches.map(({ assetid }) => resolveMergedAsset(reader, assetid)))];
}

/**
 * Finds assets by asset number, or by the tag of a register that numbers its assets by it; at most two for
 * each. Letter case is ignored in all alphabets.
 */
function findTagged(host: Host, reader: Reader, code: string): { assetid: number }[] {
  const tags = host.registers
    .all()
    .flatMap(({ table, id, asset }) => (asset?.numberedBy ? [{ table, id, column: asset.numberedBy }] : []));
  return [{ table: 'assets', id: 'assetid', column: 'assetnumber' }, ...tags].flatMap((tag) => {
    const { sql, params } = sameName(tag, code);
    return reader.all<{ assetid: number }>(
      `SELECT assetid FROM ${tag.table} WHERE ${sql} LIMIT 2`,
      ...params,
    );
  });
}

function findLinkedAsset(
  host: Host,
  reader: Reader,
  code: string,
  hosts: ReadonlySet<string>,
): number | undefined {
  const path = pathOf(host, code, hosts);
  const [, prefix, id] = (path !== undefined && RECORD.exec(path)) || [];
  if (prefix === undefined) return undefined;
  const register = host.registers.all().find((one) => one.path === prefix.toLowerCase());
  if (!register || (register.name !== 'assets' && !register.asset)) return undefined;
  return reader.value<number>(`SELECT assetid FROM ${register.table} WHERE ${register.id} = ?`, Number(id));
}

/**
 * Returns the path of a code below the base path. Returns undefined unless the code is a path or an address
 * of this appliance.
 */
function pathOf(host: Host, code: string, hosts: ReadonlySet<string>): string | undefined {
  let path = code;
  if (/^https?:\/\//i.test(code)) {
    const url = URL.parse(code);
    if (!url || !hosts.has(url.host)) return undefined;
    path = url.pathname;
  }
  if (!path.startsWith('/')) return undefined;
  const { basePath } = host.config;
  return basePath && path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
}
