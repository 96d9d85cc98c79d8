import { IconArrowBackUp, IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import type { HistoryRow } from '../../../features/catalog/history.ts';
import { ChangeText } from '../../parts/change-text.tsx';
import { formatChangedValue } from '../../parts/changed-value.tsx';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { absoluteTime, RelativeTime } from '../../parts/time.tsx';
import { toastError, undoChange } from '../../parts/toasts.tsx';
import { useGrowingList } from '../growing-list.tsx';
import { AsOf } from './as-of.tsx';

/**
 * Shows the history of an asset, newest first, with an undo where the user may undo a change, and its values on
 * a day in the past.
 */
export function HistoryTab({ assetid }: { assetid: number }) {
  const list = useGrowingList<HistoryRow>(
    ['history', assetid],
    `/assets/${assetid}/history`,
    'Older changes',
  );
  const columns: TableColumn<HistoryRow>[] = [
    { title: 'Time', cell: (row) => <RelativeTime at={row.createddate} /> },
    { title: 'User', cell: (row) => row.username },
    {
      title: 'Field',
      cell: (row) => row.title ?? (row.action === 'updated' ? row.field : ''),
    },
    { title: 'Change', cell: (row) => <Change row={row} />, wrap: true },
  ];
  return (
    <div className="mw-stack">
      <AsOf assetid={assetid} />
      <DataTable
        bare
        title="History"
        {...list}
        rowKey={(row) => row.historyid}
        columns={columns}
        actions={(row) => canUndo(list.rows, row) && <UndoChange row={row} />}
        empty={{
          icon: IconHistory,
          title: 'No changes yet',
          text: 'Changes to this asset appear here, with the user and the previous values.',
        }}
      />
    </div>
  );
}

/**
 * Reports whether a row offers to undo its change. A change with several rows is undone as a whole, from its
 * first row. The creation of the asset cannot be undone here, because the page would disappear.
 */
function canUndo(rows: HistoryRow[] | undefined, row: HistoryRow): boolean {
  const change = rows?.filter(({ auditlogid }) => auditlogid === row.auditlogid) ?? [];
  return row.undoable && change[0] === row && change.every(({ field }) => field !== 'assets');
}

function UndoChange({ row }: { row: HistoryRow }) {
  const [busy, setBusy] = useState(false);
  const undo = async () => {
    setBusy(true);
    try {
      await undoChange(row.auditlogid!);
    } catch (error) {
      toastError(error, 'The change could not be undone');
    } finally {
      setBusy(false);
    }
  };
  return (
    <SmallButton
      icon={IconArrowBackUp}
      loading={busy}
      aria-label={`Undo the change of ${row.username} at ${absoluteTime(row.createddate)}`}
      onClick={undo}
    >
      Undo
    </SmallButton>
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
