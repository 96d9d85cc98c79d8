import type { Actor } from './actor.ts';
import type { SiteTabCount } from './contributions.ts';
import type { Reader } from './data/reader.ts';
import type { Host } from './host.ts';

/** The number of rows in a tab, as a plugin declares it. */
export interface TabCount extends Omit<SiteTabCount, 'count'> {
  /** Returns undefined when the content is not known without a request to another system. */
  count(reader: Reader, id: number, host: Host, actor: Actor): number | undefined;
}
