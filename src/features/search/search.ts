import { type Actor, holds } from '../../kit/actor.ts';
import type { Reader, Value } from '../../kit/data/reader.ts';
import type { Host } from '../../kit/host.ts';
import { fold, phrase } from '../../kit/search/condition.ts';
import type { SearchDoc } from '../../kit/tables.ts';

export interface Hit {
  kind: string;
  id: number;
  title: string;
  subtitle: string;
  url: string;
  /** 100 for an exact identifier, 60 for a title that starts with the query, 40 and less for the rest. */
  score: number;
}

type Found = Pick<SearchDoc, 'kind' | 'entityid' | 'title' | 'subtitle' | 'isactive'>;

const LIMIT = 50;

/** Everything the caller may see that contains the query; exact identifiers first, then titles. */
export function searchEverything(host: Host, actor: Actor, query: string): Hit[] {
  const needle = fold(query.trim());
  if (needle === '') return [];
  const kinds = host.search
    .all()
    .filter((source) => !source.listonly && holds(actor, source.permission))
    .map((source) => source.kind);
  if (kinds.length === 0) return [];
  return host.db.read((reader) => {
    const exact = exactHits(reader, needle, kinds).map((found) => hit(host, found, 100));
    const others = containing(reader, needle, kinds).map((found) => hit(host, found, scoreOf(found, needle)));
    const known = new Set(exact.map((one) => `${one.kind}/${one.id}`));
    return [
      ...exact,
      ...others
        .filter((one) => !known.has(`${one.kind}/${one.id}`))
        .sort((a, b) => b.score - a.score || a.title.localeCompare(b.title)),
    ].slice(0, LIMIT);
  });
}

const marks = (values: readonly Value[]) => values.map(() => '?').join(', ');
const COLUMNS = 'd.kind, d.entityid, d.title, d.subtitle, d.isactive';

function exactHits(reader: Reader, needle: string, kinds: string[]): Found[] {
  return reader.all<Found>(
    `SELECT DISTINCT ${COLUMNS} FROM searchkeys k JOIN searchdocs d ON d.docid = k.docid WHERE k.key = ? AND d.kind IN (${marks(kinds)})
     ORDER BY d.isactive DESC, d.docid LIMIT 20`,
    needle,
    ...kinds,
  );
}

/** Short queries read the identifiers that start with them; longer ones the trigram index. */
function containing(reader: Reader, needle: string, kinds: string[]): Found[] {
  if ([...needle].length < 3) {
    return reader.all<Found>(
      `SELECT DISTINCT ${COLUMNS} FROM (SELECT docid FROM searchkeys WHERE key >= ? AND key < ? ORDER BY key LIMIT 500) k
       JOIN searchdocs d ON d.docid = k.docid WHERE d.kind IN (${marks(kinds)}) LIMIT ${LIMIT}`,
      needle,
      `${needle}\u{10FFFF}`,
      ...kinds,
    );
  }
  return reader.all<Found>(
    `SELECT ${COLUMNS} FROM (SELECT rowid FROM searchindex WHERE body MATCH ? LIMIT 500) i JOIN searchdocs d ON d.docid = i.rowid
     WHERE d.kind IN (${marks(kinds)}) LIMIT 200`,
    phrase(needle),
    ...kinds,
  );
}

function scoreOf(found: Found, needle: string): number {
  const title = fold(found.title);
  const place = title === needle ? 80 : title.startsWith(needle) ? 60 : title.includes(needle) ? 40 : 20;
  return found.isactive === 1 ? place : place - 15;
}

function hit(host: Host, found: Found, score: number): Hit {
  const { kind, entityid: id, title, subtitle } = found;
  const note = found.isactive === 1 ? subtitle : `${subtitle} · inactive`;
  return { kind, id, title, subtitle: note, url: host.search.get(kind)!.url(id), score };
}
