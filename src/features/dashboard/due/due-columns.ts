import type { Host } from '../../../kit/host.ts';
import { ListColumns } from '../../../kit/list/list-columns.ts';
import type { PlainSearch } from '../../../kit/search/plain-search.ts';

/** The tables of the list: the rows of all sources, which follow in brackets, and the current day as parameter. */
export const toDueTables = (union: string): string =>
  `(${union}) d JOIN (SELECT ? AS today) AS now LEFT JOIN locations l ON l.locationid = d.locationid`;

/** Returns the columns of the list of items that are due. */
export const createDueColumns = (host: Host) =>
  new ListColumns({
    ids: ['d.kind', 'd.itemid'],
    sort: 'due',
    columns: {
      due: { kind: 'date', operand: 'd.due', order: ['d.due', 'd.titlesortkey'] },
      daysleft: {
        kind: 'number',
        operand: 'CAST(julianday(d.due) - julianday(now.today) AS INTEGER)',
        order: ['d.due', 'd.titlesortkey'],
      },
      isoverdue: { kind: 'boolean', operand: '(d.due < now.today)' },
      kind: {
        kind: 'choice',
        operand: 'd.kind',
        options: host.contributions.dueSources.map(({ key }) => key),
      },
      kindtitle: { kind: 'text', operand: kindTitleOf(host) },
      itemid: { kind: 'number', operand: 'd.itemid' },
      title: { kind: 'text', operand: 'd.title', order: ['d.titlesortkey'] },
      assetid: { kind: 'ref', operand: 'd.assetid' },
      locationid: { kind: 'ref', operand: 'd.locationid', tree: host.registers.get('locations') },
      location: {
        kind: 'text',
        operand: 'l.location',
        order: ['l.locationsortkey IS NULL', 'l.locationsortkey'],
      },
    },
  });

/** Returns what the search of the list reads. The kind is searched only by its key. */
export const createDueSearch = (host: Host): PlainSearch => ({
  fields: { title: 'd.title', location: `ifnull(l.location, '')`, kind: kindTitleOf(host) },
  searched: ['title', 'location'],
});

/** Returns the SQL of the title of an item's kind. */
function kindTitleOf({ contributions }: Host): string {
  const cases = contributions.dueSources.map(
    ({ key, title }) => `WHEN '${key}' THEN '${title.replaceAll("'", "''")}'`,
  );
  return `CASE d.kind ${cases.join(' ')} ELSE '' END`;
}
