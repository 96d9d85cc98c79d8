import type { TabGroup } from '../plugin-parts.tsx';
import type { AddressTab } from './address-tabs.tsx';
import { partId } from './part-id.ts';

/** A tab of a record, or a part of the tab of its group. */
export interface RecordTab extends AddressTab {
  group?: TabGroup | undefined;
  /** True for a tab before the overview. */
  isMain?: boolean | undefined;
}

const TITLES: Record<TabGroup, string> = {
  connections: 'Connections',
  papers: 'Warranty and backups',
  history: 'History',
};

/** Groups that stand after all other tabs, in this order. */
const LAST: readonly (string | undefined)[] = ['papers', 'history'];

/**
 * Returns the tabs with one for each group, where its first part was or at the end. A part alone stays a
 * tab.
 */
export function groupTabs(tabs: readonly RecordTab[]): AddressTab[] {
  const ordered = tabs.toSorted((one, other) => LAST.indexOf(one.group) - LAST.indexOf(other.group));
  const groups = Map.groupBy(ordered, ({ group, name }) => group ?? name);
  return [...groups.values()].map((parts) => {
    const [first] = parts as [RecordTab];
    if (parts.length === 1 || !first.group) return first;
    return {
      ...first,
      title: TITLES[first.group],
      parts: parts.map(({ name }) => name),
      isEmpty: parts.every(isEmpty),
      count: sumOf(parts.map(({ count }) => count)),
      content: (
        <Parts parts={parts.toSorted((one, other) => Number(isEmpty(one)) - Number(isEmpty(other)))} />
      ),
    };
  });
}

/** Reports whether a part has no content. Such a part stands after the others. */
const isEmpty = (part: RecordTab): boolean => part.isEmpty === true;

/** Returns the sum of the counts; undefined when a part is not counted, because the sum would be too low. */
function sumOf(counts: readonly (number | undefined)[]): number | undefined {
  return counts.reduce<number | undefined>(
    (sum, count) => (sum === undefined || count === undefined ? undefined : sum + count),
    0,
  );
}

/** Height of the page header, which covers the top of the window. */
const HEADER = 72;

function Parts({ parts }: { parts: readonly RecordTab[] }) {
  return (
    <div className="mw-stack">
      {parts.map(({ name, content }) => (
        <div key={name} id={partId(name)} style={{ scrollMarginTop: HEADER }}>
          {content}
        </div>
      ))}
    </div>
  );
}
