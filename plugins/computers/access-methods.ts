import { isSafeLink } from '../../src/features/catalog/index.ts';
import type { RowOf } from '../../src/kit/data/query.ts';
import type { ReadMany } from '../../src/kit/resource/fields.ts';
import { linksOfComputers } from './queries.ts';

type Link = RowOf<typeof linksOfComputers>;

/**
 * Returns the remote access methods of each computer, with the links that open them. A link is null when the
 * protocol has no template, the computer has no address or host name, or the link is unsafe. Computers
 * without methods are left out.
 */
export const readAccessMethods: ReadMany = (reader, ids) => {
  const rows = Map.groupBy(
    linksOfComputers.all(reader, { ids: JSON.stringify(ids) }),
    (row) => row.computerid,
  );
  return new Map([...rows].map(([computerid, links]) => [computerid, links.map(methodOf)]));
};

function methodOf({ computerid: _owner, urltemplate, defaultport, hostname, address, ...method }: Link) {
  const port = method.portoverride ?? defaultport;
  return { ...method, port, url: linkOf(urltemplate, address ?? hostname, port) };
}

function linkOf(template: Link['urltemplate'], host: string | null, port: number | null): string | null {
  if (!template || !host) return null;
  const link = template
    .replaceAll('{host}', host.includes(':') ? `[${host}]` : encodeURIComponent(host))
    .replaceAll('{port}', String(port ?? ''));
  // The template or the host name may lead to an unsafe link. Old data may contain templates that are
  // rejected today.
  return isSafeLink(link) ? link : null;
}
