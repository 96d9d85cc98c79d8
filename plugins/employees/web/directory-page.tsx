import { Button } from '@mantine/core';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { recordQuery } from '../../../src/web/api/queries.ts';
import { queryClient } from '../../../src/web/api/query-client.ts';
import { useNavigateTo } from '../../../src/web/parts/app-link.tsx';
import { ErrorView } from '../../../src/web/parts/error-view.tsx';
import { PageHeader } from '../../../src/web/parts/page-header.tsx';
import { RegisterIcon } from '../../../src/web/parts/register-icon.tsx';
import { PageSkeleton, SkeletonRows } from '../../../src/web/parts/skeletons.tsx';
import { useStoredState } from '../../../src/web/parts/use-stored-state.ts';
import { useListColumns } from '../../../src/web/register/columns/use-list-columns.ts';
import { ListEmpty } from '../../../src/web/register/list-empty.tsx';
import { ListFooter } from '../../../src/web/register/list-footer.tsx';
import { ListRows } from '../../../src/web/register/list-rows.tsx';
import { listQuery, useListState } from '../../../src/web/register/list-state.ts';
import { ListToolbar } from '../../../src/web/register/list-toolbar.tsx';
import { splitDescription } from '../../../src/web/register/purpose.ts';
import { ROW_HEIGHT } from '../../../src/web/theme.ts';
import { useEmployees } from './employee-register.ts';
import { ExternalPage } from './external-page.tsx';
import { ImportModal } from './import-modal.tsx';
import { sourceQuery } from './people-queries.ts';

/** Shows the page of the people: a list of the self-hosted directory, or a search in the HR database. */
export function DirectoryPage() {
  const { data, error, isPending, refetch } = useQuery(sourceQuery);
  if (isPending) return <PageSkeleton />;
  if (!data) return <ErrorView error={error} retry={refetch} />;
  return data.mode === 'external' ? <ExternalPage source={data} /> : <ListOfPeople />;
}

const NO_RIGHTS = { create: false, edit: false, delete: false };

function ListOfPeople() {
  const register = useEmployees();
  const go = useNavigateTo();
  const [state, onState] = useListState(register);
  const [columns, onColumns] = useListColumns(register);
  const [compact, onCompact] = useStoredState('compact', false);
  const [importing, setImporting] = useState(false);
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(listQuery(register, state));
  const rows = data?.data ?? [];
  const shared = { register, state, onState, columns, onColumns, compact, onCompact };
  return (
    <div className="mw-page mw-page-fill">
      <PageHeader
        title={register.title}
        icon={<RegisterIcon name={register.icon} size={22} />}
        subtitle={splitDescription(register.description).purpose}
        actions={
          register.can.create && (
            <>
              <Button
                variant="default"
                leftSection={<IconUpload size={16} aria-hidden />}
                onClick={() => setImporting(true)}
              >
                Import CSV
              </Button>
              <Button
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => go(`${register.path}/new`)}
              >
                New employee
              </Button>
            </>
          )
        }
      />
      {/* The generic import of registers is hidden, because people have an import of their own above. */}
      <ListToolbar {...shared} register={{ ...register, can: NO_RIGHTS }} />
      {error && !data ? (
        <ErrorView error={error} retry={refetch} />
      ) : isPending ? (
        <div className="mw-table-wrap" aria-busy="true">
          <SkeletonRows rows={14} height={ROW_HEIGHT.normal} />
        </div>
      ) : rows.length === 0 ? (
        // The button to the generic import is hidden, because this page has an import of its own above.
        <ListEmpty
          register={{ ...register, can: { ...register.can, edit: false } }}
          state={state}
          onState={onState}
        />
      ) : (
        <>
          <ListRows
            {...shared}
            rows={rows}
            isOld={isPlaceholderData}
            selectable={false}
            selection={{}}
            onSelection={() => undefined}
            fetchAhead={(sso) => void queryClient.prefetchQuery(recordQuery(register.path, sso))}
          />
          <ListFooter info={data.pagination} count={rows.length} state={state} onState={onState} />
        </>
      )}
      {importing && <ImportModal onClose={() => setImporting(false)} />}
    </div>
  );
}
