import type { RowOf } from '../../src/kit/data/query.ts';
import type { ReadMany } from '../../src/kit/resource/fields.ts';
import { linksOfComputers } from './queries.ts';

type Link = RowOf<typeof linksOfComputers>;

/** The ways to reach each computer, each with the link that opens it. */
export const accessMethods: ReadMany = (reader, ids) => {
  const lists = new Map<number, object[]>();
  for (const { computerid, urltemplate, defaultport, hostname, address, ...method } of linksOfComputers.all(
    reader,
    { ids: JSON.stringify(ids) },
  )) {
    const port = method.portoverride ?? defaultport;
    const url = linkOf(urltemplate, address ?? hostname, port);
    lists.set(computerid, [...(lists.get(computerid) ?? []), { ...method, port, url }]);
  }
  return lists;
};

function linkOf(template: Link['urltemplate'], host: string | null, port: number | null): string | null {
  if (!template || !host) return null;
  return template
    .replaceAll('{host}', host.includes(':') ? `[${host}]` : encodeURIComponent(host))
    .replaceAll('{port}', String(port ?? ''));
}
