import { IconArrowBackUp, IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import type { HistoryRow } from '../../../features/catalog/history.ts';
import { ActorsControl } from '../../parts/actors-control.tsx';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { absoluteTime, RelativeTime } from '../../parts/time.tsx';
import { toastError, undoChange } from '../../parts/toasts.tsx';
import { useGrowingList } from '../growing-list.tsx';
import { AsOf } from './as-of.tsx';
import { type FoldedChange, foldHistory } from './fold-history.ts';
import { FoldedChangeText, fieldTitleOf } from './history-change.tsx';

const COLUMNS: TableColumn<FoldedChange>[] = [
  { title: 'Time', cell: ({ row }) => <RelativeTime at={row.createddate} /> },
  { title: 'User', cell: ({ row }) => row.username },
  { title: 'Field', cell: ({ row, others }) => (others.length > 0 ? '' : fieldTitleOf(row)) },
  { title: 'Change', cell: (folded) => <FoldedChangeText {...folded} />, wrap: true },
];

/** The texts of an empty history, by whose changes it shows. */
const EMPTY_TEXTS: Record<string, string> = {
  people:
    'Changes by users appear here, with the previous values. Select All for those of agents and collectors.',
  machines: 'Changes by agents, collectors and jobs appear here, with the previous values.',
  all: 'Changes to this asset appear here, with the user and the previous values.',
};

/**
 * Shows the history of an asset, newest first, with an undo where the user may undo a change, and its values on
 * a day in the past. It starts with the changes by people.
 */
export function HistoryTab({ assetid }: { assetid: number }) {
  const [actors, setActors] = useState('people');
  const { rows, ...list } = useGrowingList<HistoryRow>(
    ['history', assetid, actors],
    `/assets/${assetid}/history`,
    'Older changes',
    { actors: actors === 'all' ? undefined : actors },
  );
  return (
    <div className="mw-stack">
      <AsOf assetid={assetid} />
      <div>
        <ActorsControl value={actors} onChange={setActors} />
      </div>
      <DataTable
        bare
        title="History"
        {...list}
        rows={rows && foldHistory(rows)}
        rowKey={({ row }) => row.historyid}
        columns={COLUMNS}
        actions={({ row }) => canUndo(rows, row) && <UndoChange row={row} />}
        empty={{ icon: IconHistory, title: 'No changes yet', text: EMPTY_TEXTS[actors]! }}
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
