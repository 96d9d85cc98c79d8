import { resolveMergedAsset } from '../../src/features/catalog/index.ts';
import type { Reader } from '../../src/kit/data/reader.ts';
import { sameName } from '../../src/kit/data/same-name.ts';
import type { Host } from '../../src/kit/host.ts';
import { listAddressSpellings } from '../../src/kit/network-address.ts';
import { fold } from '../../src/kit/search/condition.ts';
import { assetsByKey } from './scan-queries.ts';

/** A path of the UI to one record, as labels hold it. */
const RECORD = /^(\/[a-z][a-z0-9/-]*)\/([0-9]{1,15})\/?(?:[?#].*)?$/i;

/** The hosts, with their ports, by which this appliance is known to the caller. */
export function listOwnHosts(host: Host, headers: Headers): ReadonlySet<string> {
  const addresses = [host.settings.text('site_url'), headers.get('origin') ?? ''];
  const named = addresses.flatMap((address) => URL.parse(address)?.host ?? []);
  return new Set([...named, headers.get('host') ?? ''].filter(Boolean).map((name) => name.toLowerCase()));
}

/**
 * The assets that a scanned code may mean: by the address on a label of this appliance, else by what is found exactly,
 * which are numbers, serial numbers, tags and network addresses. A retired record counts only where no active one has
 * the code; of one that was merged the record that stands for it is meant.
 */
export function resolveCode(
  host: Host,
  reader: Reader,
  code: string,
  hosts: ReadonlySet<string>,
): readonly number[] {
  const linked = linkedAsset(host, reader, code, hosts);
  if (linked !== undefined) return [resolveMergedAsset(reader, linked)];
  const kind = host.search.kindOf('asset');
  const found = listAddressSpellings(fold(code)).flatMap((key) => assetsByKey.all(reader, { key, kind }));
  const active = found.filter(({ isactive }) => isactive === 1);
  const meant = active.length > 0 ? active : [...found, ...tagged(host, reader, code)];
  return [...new Set(meant.map(({ assetid }) => resolveMergedAsset(reader, assetid)))];
}

/** Asset numbers, and tags of registers that number their assets by them, in any letter case of any alphabet. */
function tagged(host: Host, reader: Reader, code: string): { assetid: number }[] {
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

function linkedAsset(
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

/** The path below the base path, where the code is an address of this appliance. */
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
