import type { Query } from './data/query.ts';
import type { PlaceFilter } from './resource/place-filter.ts';

/** The parameters of each due source: the last day, and the selected places. */
export type DueParams = { until: string } & PlaceFilter;

/** An item that is due on a day. */
export type DueRow = {
  /** A stable ID within the source. */
  itemid: number;
  title: string;
  /** The key by which the title sorts naturally, from the sort keys of the names in it. */
  titlesortkey: string;
  /** The due day: `2026-01-31`. */
  due: string;
  /** The asset of the item, if it has exactly one. */
  assetid: number | null;
  locationid: number | null;
};

/**
 * Dated items of one kind, for the list of everything that is due. The list pages, sorts and filters the
 * statements of all sources together.
 */
export interface DueSource {
  /** 3 to 40 lower-case letters. */
  key: string;
  /** The plural name of the items. */
  title: string;
  icon: string;
  /** The name of the register whose readers may see the items. */
  register: string;
  /**
   * Selects the items that are due until a day, those overdue included, at the selected places. It leaves out
   * what is inactive, and assets of a retired status.
   */
  select: Query<DueParams, DueRow>;
  /** Returns the page of an item in the UI. */
  href(row: Pick<DueRow, 'itemid' | 'assetid'>): string;
}
