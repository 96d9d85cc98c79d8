import { Pagination } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportSummary } from '../../../features/imports/schemas.ts';
import { request } from '../../api/client.ts';
import { useRegisters } from '../../api/queries.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { ErrorView } from '../../parts/error-view.tsx';
import { SkeletonRows } from '../../parts/skeletons.tsx';
import { Ago } from '../../parts/time.tsx';
import { UndoButton } from './undo-button.tsx';

const PER_PAGE = 10;

/** What was imported before, newest first. */
export function ImportHistory() {
  const [page, setPage] = useState(1);
  const registers = useRegisters();
  const query = { dryrun: 'false', page, per_page: PER_PAGE };
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['imports', query],
    queryFn: () => request<ImportSummary[]>('GET', '/imports', { query }),
    placeholderData: keepPreviousData,
  });
  if (isPending) return <SkeletonRows rows={3} />;
  if (error) return <ErrorView error={error} retry={refetch} />;
  if (data.data.length === 0) return null;
  const title = (record: ImportSummary) =>
    registers.find((register) => register.name === record.target)?.title ?? record.target;
  return (
    <section className="mw-card">
      <header>
        <h2>Earlier imports</h2>
      </header>
      <table className="mw-table mw-stackable">
        <thead>
          <tr>
            <th>File</th>
            <th>Into</th>
            <th>Result</th>
            <th>Who</th>
            <th>When</th>
            <th>
              <span className="mw-visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.data.map((record) => (
            <tr key={record.importid}>
              <td data-headline>
                <AppLink to={`/imports/${record.importid}`} className="mw-cell-link">
                  {record.filename}
                </AppLink>
              </td>
              <td data-label="Into">{title(record)}</td>
              <td data-label="Result">
                {record.counts.add} added, {record.counts.update} changed
                {record.counts.error > 0 && `, ${record.counts.error} left out`}
              </td>
              <td data-label="Who">{record.username}</td>
              <td data-label="When">
                <Ago at={record.createddate} />
              </td>
              <td data-number>
                {record.isundone ? (
                  <span className="mw-muted">undone</span>
                ) : (
                  <UndoButton compact record={record} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {data.pagination && data.pagination.pages > 1 && (
        <Pagination
          m="md"
          size="sm"
          total={data.pagination.pages}
          value={page}
          onChange={setPage}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      )}
    </section>
  );
}
