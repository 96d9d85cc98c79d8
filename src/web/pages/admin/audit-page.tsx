import { Button, Pagination } from '@mantine/core';
import { IconArrowBackUp, IconChevronDown, IconChevronRight, IconHistory } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { AuditRow } from '../../../features/audit/index.ts';
import { queryString } from '../../api/base-path.ts';
import { request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { actionText } from '../../parts/action-text.ts';
import { useGo } from '../../parts/app-link.tsx';
import { ChangeText } from '../../parts/change-text.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorView } from '../../parts/error-view.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { SkeletonRows } from '../../parts/skeletons.tsx';
import { Ago } from '../../parts/time.tsx';
import { toastDone } from '../../parts/toasts.tsx';
import { AuditFilters } from './audit-filters.tsx';

/** Who did what; a row opens to show what changed, and many can be undone. */
export function AuditPage() {
  const go = useGo();
  const search = useLocation().search as Record<string, string>;
  const [undoing, setUndoing] = useState<AuditRow | null>(null);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['audit', search],
    queryFn: () => request<AuditRow[]>('GET', '/auditlogs', { query: { per_page: 50, ...search } }),
    placeholderData: keepPreviousData,
  });
  const change = (patch: Record<string, string | undefined>) =>
    go(`/admin/audit${queryString({ ...search, page: undefined, ...patch })}`, { replace: true });
  const undo = async () => {
    const answer = await request('POST', `/auditlogs/${undoing?.auditlogid}/undo`);
    await queryClient.invalidateQueries();
    toastDone('Undone.', answer.auditid);
  };
  return (
    <div className="mw-page">
      <PageHeader
        title="Audit log"
        icon={<IconHistory size={22} aria-hidden />}
        subtitle="Every change, by whom and from where. Nothing here can be altered."
      />
      <AuditFilters search={search} onChange={change} />
      {isPending && <SkeletonRows />}
      {error && <ErrorView error={error} retry={refetch} />}
      {data?.data.length === 0 && (
        <div className="mw-card">
          <EmptyState icon={<IconHistory size={32} />} title="No entry matches" />
        </div>
      )}
      {data && data.data.length > 0 && (
        <div className="mw-table-wrap mw-table-flat">
          <table className="mw-table mw-stackable">
            <thead>
              <tr>
                <th>When</th>
                <th>Who</th>
                <th>Did</th>
                <th>To</th>
                <th>From</th>
                <th>
                  <span className="mw-visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.data.map((row) => (
                <AuditEntry key={row.auditlogid} row={row} onUndo={() => setUndoing(row)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data?.pagination && data.pagination.pages > 1 && (
        <Pagination
          mt="md"
          size="sm"
          total={data.pagination.pages}
          value={data.pagination.page}
          onChange={(page) => change({ page: String(page) })}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      )}
      <ConfirmModal
        opened={undoing !== null}
        onClose={() => setUndoing(null)}
        title="Undo this change?"
        action="Undo"
        onConfirm={undo}
      >
        {undoing && `${undoing.username} ${actionText(undoing.action)} ${undoing.entityid ?? ''}. `}
        What stood there before is put back, unless it has been changed again since; then nothing happens and
        you are told what changed.
      </ConfirmModal>
    </div>
  );
}

function AuditEntry({ row, onUndo }: { row: AuditRow; onUndo: () => void }) {
  const [open, setOpen] = useState(false);
  const Chevron = open ? IconChevronDown : IconChevronRight;
  const changes = Object.entries(row.details?.changes ?? {});
  const others = Object.entries(row.details ?? {}).filter(([name]) => name !== 'changes');
  return (
    <>
      <tr>
        <td data-label="When">
          <Ago at={row.createddate} />
        </td>
        <td data-label="Who">{row.username}</td>
        <td data-headline>
          <button
            type="button"
            className="mw-plain mw-state"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <Chevron size={14} aria-hidden />
            {actionText(row.action)}
          </button>
        </td>
        <td data-label="To">
          {row.entitytype} {row.entityid}
        </td>
        <td data-label="From" className="mw-muted">
          {row.ipaddress}
        </td>
        <td data-number>
          {row.undoable && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconArrowBackUp size={14} />}
              onClick={onUndo}
              aria-label={`Undo entry ${row.auditlogid}`}
            >
              Undo
            </Button>
          )}
        </td>
      </tr>
      {open && (
        <tr>
          <td colSpan={6} className="mw-wrap mw-audit-diff">
            <dl className="mw-fact-list">
              {changes.map(([field, [from, to]]) => (
                <div key={field}>
                  <dt>{field}</dt>
                  <dd>
                    <ChangeText from={from} to={to} />
                  </dd>
                </div>
              ))}
              {others.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</dd>
                </div>
              ))}
              <div>
                <dt>Action and request</dt>
                <dd className="mw-mono">
                  {row.action} · {row.requestid ?? 'no request'}
                </dd>
              </div>
            </dl>
          </td>
        </tr>
      )}
    </>
  );
}
