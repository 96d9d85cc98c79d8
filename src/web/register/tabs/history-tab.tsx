import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { HistoryRow } from '../../../features/catalog/history.ts';
import type { FieldDescriptor } from '../../../kit/resource/descriptor.ts';
import { request } from '../../api/client.ts';
import { ChangeText } from '../../parts/change-text.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorView } from '../../parts/error-view.tsx';
import { SkeletonRows } from '../../parts/skeletons.tsx';
import { Ago } from '../../parts/time.tsx';

/** Who changed what, when; newest first. */
export function HistoryTab({ assetid, fields }: { assetid: number; fields: FieldDescriptor[] }) {
  const history = useInfiniteQuery({
    queryKey: ['history', assetid],
    queryFn: ({ pageParam }) =>
      request<HistoryRow[]>('GET', `/assets/${assetid}/history`, {
        query: { page: pageParam, per_page: 50 },
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) =>
      pagination && pagination.page < pagination.pages ? pagination.page + 1 : undefined,
  });
  if (history.isPending) return <SkeletonRows />;
  if (history.error) return <ErrorView error={history.error} retry={history.refetch} />;
  const rows = history.data.pages.flatMap((page) => page.data);
  const titles = new Map(fields.map((field) => [field.name, field.title]));
  if (rows.length === 0) {
    return (
      <div className="mw-card">
        <EmptyState icon={<IconHistory size={32} />} title="Nothing has changed yet">
          Every later change of this asset is kept here, with who made it and what stood there before.
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <div className="mw-table-wrap mw-table-flat">
        <table className="mw-table mw-stackable">
          <thead>
            <tr>
              <th>When</th>
              <th>Who</th>
              <th>Field</th>
              <th>Change</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.historyid}>
                <td data-label="When">
                  <Ago at={row.createddate} />
                </td>
                <td data-label="Who">{row.username}</td>
                <td data-label="Field">
                  {titles.get(row.field) ?? (row.action === 'updated' ? row.field : '')}
                </td>
                <td data-label="Change" className="mw-wrap">
                  <Change row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {history.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={history.isFetchingNextPage}
          onClick={() => history.fetchNextPage()}
        >
          Older changes
        </Button>
      )}
    </>
  );
}

/** Rows that came to be, or went, have no value before or after: the verb says it all. */
function Change({ row }: { row: HistoryRow }) {
  const from = row.oldtext ?? row.old;
  const to = row.newtext ?? row.new;
  if (from === null && to === null) return `${row.action} (${row.field})`;
  return <ChangeText from={from} to={to} />;
}
