import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { RowSelectionState } from '@tanstack/react-table';
import { lazy, Suspense, useCallback, useState } from 'react';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { CUSTOM_FIELD_PREFIX } from '../../kit/resource/filter-operators.ts';
import { toSentenceForm } from '../../kit/sentence-form.ts';
import type { RegisterRecord } from '../api/types.ts';
import { useNavigateTo } from '../parts/app-link.tsx';
import { ErrorView } from '../parts/error-view.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { RegisterIcon } from '../parts/register-icon.tsx';
import { SkeletonRows } from '../parts/skeletons.tsx';
import { useStoredState } from '../parts/use-stored-state.ts';
import { ROW_HEIGHT } from '../theme.ts';
import { BulkBar } from './bulk-bar.tsx';
import { useListColumns } from './columns/use-list-columns.ts';
import { useListRegister } from './columns/use-list-register.ts';
import { listShownFields } from './list-columns.tsx';
import { ListEmpty } from './list-empty.tsx';
import { ListFooter } from './list-footer.tsx';
import { PluginListPart } from './list-part.tsx';
import { ListRows } from './list-rows.tsx';
import { type ListState, listQuery, useListState } from './list-state.ts';
import { ListToolbar } from './list-toolbar.tsx';
import { ListViews } from './list-views.tsx';
import { ListWithPanel } from './list-with-panel.tsx';
import { useSelectionActions } from './plugin-hooks.ts';
import { splitDescription } from './purpose.ts';
import { recordId } from './resolve.ts';

const GroupedList = lazy(async () => ({
  default: (await import('./groups/grouped-list.tsx')).GroupedList,
}));
const TreeView = lazy(async () => ({ default: (await import('./tree-view.tsx')).TreeView }));

const NO_ROWS: RegisterRecord[] = [];
/** Milliseconds between automatic refreshes of live values. */
const LIVE_MS = 10_000;

/**
 * Shows a register as a list. Search, filters, order, page and open record are in the URL, so that a link
 * shows the same rows. The browser stores columns and row height.
 */
export function ListPage({ register: base }: { register: RegisterDescriptor }) {
  const go = useNavigateTo();
  const { register, isLoaded } = useListRegister(base);
  const [requested, onState] = useListState(register);
  const state = isLoaded ? withoutDeletedGroup(register, requested) : requested;
  const [columns, onColumns] = useListColumns(register);
  const [compact, onCompact] = useStoredState('compact', false);
  const [selection, onSelection] = useState<RowSelectionState>({});
  const hasActions = useSelectionActions(base).length > 0;
  const selectable = register.can.edit || register.can.delete || hasActions;
  const shown = listShownFields(register, columns);
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...listQuery(register, state, shown),
    // Agents change the requested values at any time.
    refetchInterval: shown.some(({ requested }) => requested) ? LIVE_MS : false,
    // Unknown columns would be refused.
    enabled: isLoaded || !columns.some(({ name }) => name.startsWith(CUSTOM_FIELD_PREFIX)),
  });
  const [grouped, setGrouped] = useState<Readonly<Record<string, RegisterRecord[]>>>({});
  const onGroupRows = useCallback(
    (key: string, shown: RegisterRecord[]) => setGrouped((before) => ({ ...before, [key]: shown })),
    [],
  );
  const found = data?.data ?? NO_ROWS;
  const rows = state.group ? Object.values(grouped).flat() : found;
  const selected = rows.filter((record) => selection[recordId(register, record)]);
  const shared = { register, state, onState, columns, onColumns, compact, onCompact };
  return (
    <div className="mw-page mw-page-fill">
      <PageHeader
        title={register.title}
        icon={<RegisterIcon name={register.icon} size={22} />}
        subtitle={splitDescription(register.description).purpose}
        actions={
          <>
            {selected.length === 0 && <PluginListPart at="listActions" register={base} />}
            {register.can.create && (
              <Button leftSection={<IconPlus size={16} />} onClick={() => go(`${register.path}/new`)}>
                New {toSentenceForm(register.titleone)}
              </Button>
            )}
          </>
        }
      />
      <ListViews register={register} state={state} />
      <ListToolbar {...shared} />
      <PluginListPart at="listHeads" register={base} />
      {selected.length > 0 && (
        <BulkBar
          key={JSON.stringify(state)}
          register={base}
          records={selected}
          fullpage={!state.group && selected.length === rows.length}
          total={data?.pagination?.total ?? rows.length}
          state={state}
          onDone={() => onSelection({})}
        />
      )}
      {state.astree ? (
        <Suspense fallback={<SkeletonRows rows={14} height={ROW_HEIGHT.normal} />}>
          <TreeView register={register} />
        </Suspense>
      ) : error && !data ? (
        <ErrorView error={error} retry={refetch} />
      ) : isPending ? (
        <div className="mw-table-wrap" aria-busy="true">
          <SkeletonRows rows={14} height={ROW_HEIGHT.normal} />
        </div>
      ) : found.length === 0 ? (
        <ListEmpty register={register} state={state} onState={onState} />
      ) : (
        <ListWithPanel register={register} rows={rows} state={state} onState={onState}>
          {(onOpen) => {
            const list = { ...shared, onOpen, selection, onSelection, selectable };
            if (state.group)
              return (
                <Suspense fallback={<SkeletonRows rows={14} height={ROW_HEIGHT.normal} />}>
                  <GroupedList key={state.group} {...list} onRows={onGroupRows} />
                </Suspense>
              );
            return (
              <>
                <ListRows {...list} rows={rows} isOld={isPlaceholderData} />
                <ListFooter info={data?.pagination} count={rows.length} state={state} onState={onState} />
              </>
            );
          }}
        </ListWithPanel>
      )}
    </div>
  );
}

/** Returns the state without sections by a custom field that no longer exists, which a saved view may have. */
function withoutDeletedGroup({ fields }: RegisterDescriptor, state: ListState): ListState {
  const isDeleted =
    state.group.startsWith(CUSTOM_FIELD_PREFIX) && !fields.some(({ name }) => name === state.group);
  return isDeleted ? { ...state, group: '' } : state;
}
