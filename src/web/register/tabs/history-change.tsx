import type { HistoryRow } from '../../../features/catalog/history.ts';
import { ChangeText } from '../../parts/change-text.tsx';
import { formatChangedValue } from '../../parts/changed-value.tsx';
import type { FoldedChange } from './fold-history.ts';

/** Returns the title of the changed field; an empty text for an item that was added or removed. */
export const fieldTitleOf = (row: HistoryRow): string =>
  row.title ?? (row.action === 'updated' ? row.field : '');

/** Shows a change. The rows that are folded into it open below a line with their number. */
export function FoldedChangeText({ row, others }: FoldedChange) {
  if (others.length === 0) return <Change row={row} />;
  return (
    <details>
      <summary>{others.length + 1} values</summary>
      <ul className="mw-folded-changes">
        {[row, ...others].map((one) => (
          <li key={one.historyid}>
            <span className="mw-muted">{fieldTitleOf(one)}</span> <Change row={one} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Shows the values of a change with the item that it is about, or the item that was added or removed. */
function Change({ row }: { row: HistoryRow }) {
  const from = row.oldtext ?? formatChangedValue(row.old, row);
  const to = row.newtext ?? formatChangedValue(row.new, row);
  const item = `${row.subject ?? row.field} ${row.action}`;
  if (from === null && to === null) return item;
  if (row.action !== 'updated') return `${item}: ${from ?? to}`;
  return (
    <>
      {row.subject !== null && `${row.subject}: `}
      <ChangeText from={from} to={to} />
    </>
  );
}
