import { Button } from '@mantine/core';
import { IconTerminal } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { RowSelectionState } from '@tanstack/react-table';
import { useState } from 'react';
import { useMe } from '../../../../src/web/api/queries.ts';
import { queryClient } from '../../../../src/web/api/query-client.ts';
import { ErrorView } from '../../../../src/web/parts/error-view.tsx';
import { PageHeader } from '../../../../src/web/parts/page-header.tsx';
import { RegisterIcon } from '../../../../src/web/parts/register-icon.tsx';
import { SkeletonRows } from '../../../../src/web/parts/skeletons.tsx';
import { useStoredState } from '../../../../src/web/parts/use-stored-state.ts';
import { useListColumns } from '../../../../src/web/register/columns/use-list-columns.ts';
import { ListEmpty } from '../../../../src/web/register/list-empty.tsx';
import { ListFooter } from '../../../../src/web/register/list-footer.tsx';
import { ListRows } from '../../../../src/web/register/list-rows.tsx';
import { listQuery, useListState } from '../../../../src/web/register/list-state.ts';
import { ListToolbar } from '../../../../src/web/register/list-toolbar.tsx';
import { splitDescription } from '../../../../src/web/register/purpose.ts';
import { ROW_HEIGHT } from '../../../../src/web/theme.ts';
import { RunModal } from '../commands/run-modal.tsx';
import { type FleetRow, LIVE_MS, mayIssue } from '../labels.ts';
import { FleetBar } from './fleet-bar.tsx';
import { FLEET } from './fleet-register.ts';
import { statusQuery } from './pc-queries.ts';

/**
 * Shows the page of all PCs with the state of their agents, with live updates. Users can run commands on
 * selected PCs.
 */
export function FleetPage() {
  const [state, onState] = useListState(FLEET);
  const [columns, onColumns] = useListColumns(FLEET);
  const [compact, onCompact] = useStoredState('compact', false);
  const [selection, onSelection] = useState<RowSelectionState>({});
  const [scoping, setScoping] = useState(false);
  const mayRun = mayIssue(useMe());
  const query = useQuery({ ...listQuery(FLEET, state), refetchInterval: LIVE_MS });
  const rows = query.data?.data ?? [];
  const total = query.data?.pagination?.total ?? rows.length;
  const selected = rows.filter((row) => selection[String(row.assetid)]) as FleetRow[];
  const shared = { register: FLEET, state, onState, columns, onColumns, compact, onCompact };
  return (
    <div className="mw-page mw-page-fill">
      <PageHeader
        title={FLEET.title}
        icon={<RegisterIcon name={FLEET.icon} size={22} />}
        subtitle={splitDescription(FLEET.description).purpose}
        actions={
          mayRun &&
          selected.length === 0 && (
            <Button leftSection={<IconTerminal size={16} aria-hidden />} onClick={() => setScoping(true)}>
              Run command
            </Button>
          )
        }
      />
      <ListToolbar {...shared} />
      {selected.length > 0 && (
        <FleetBar
          key={JSON.stringify(state)}
          rows={selected}
          fullpage={selected.length === rows.length}
          total={total}
          state={state}
          onDone={() => onSelection({})}
        />
      )}
      {query.error && !query.data ? (
        <ErrorView error={query.error} retry={query.refetch} />
      ) : query.isPending ? (
        <div className="mw-table-wrap" aria-busy="true">
          <SkeletonRows rows={14} height={ROW_HEIGHT.normal} />
        </div>
      ) : rows.length === 0 ? (
        <ListEmpty register={FLEET} state={state} onState={onState} />
      ) : (
        <>
          <ListRows
            {...shared}
            rows={rows}
            isOld={query.isPlaceholderData}
            selection={selection}
            onSelection={onSelection}
            selectable={mayRun}
            fetchAhead={(id) => void queryClient.prefetchQuery(statusQuery(Number(id)))}
          />
          <ListFooter info={query.data?.pagination} count={rows.length} state={state} onState={onState} />
        </>
      )}
      {scoping && <RunModal target="scope" onClose={() => setScoping(false)} />}
    </div>
  );
}
