import { IconArrowBackUp, IconHistory } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { AuditRow } from '../../../features/audit/index.ts';
import { queryString } from '../../api/base-path.ts';
import { request } from '../../api/client.ts';
import { useActionText } from '../../parts/action-text.ts';
import { useNavigateTo } from '../../parts/app-link.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { readSorting } from '../../parts/list-sorting.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { Pager } from '../../parts/pager.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { RelativeTime } from '../../parts/time.tsx';
import { undoChange } from '../../parts/toasts.tsx';
import { AuditAction, AuditSubject } from './audit-cells.tsx';
import { AuditDetail } from './audit-detail.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { type FoldedRow, foldRows } from './audit-folding.ts';
import { toAuditQuery } from './audit-query.ts';

const COLUMNS: TableColumn<FoldedRow>[] = [
  { title: 'Time', sort: 'createddate', cell: ({ row }) => <RelativeTime at={row.createddate} /> },
  { title: 'User', sort: 'username', cell: ({ row }) => row.username },
  { title: 'Action', sort: 'action', cell: ({ row }) => <AuditAction row={row} />, headline: true },
  {
    title: 'Record',
    sort: 'entitytype',
    cell: ({ row, others }) => <AuditSubject row={row} others={others} />,
    wrap: true,
  },
  {
    title: 'IP address',
    sort: 'ipaddress',
    cell: ({ row }) => row.ipaddress && <span className="mw-muted">{row.ipaddress}</span>,
  },
];

/** Shows the audit log. A row opens to show its changes, and many changes can be undone. */
export function AuditPage() {
  const go = useNavigateTo();
  const search = useLocation().search as Record<string, string>;
  const [undoing, setUndoing] = useState<AuditRow | null>(null);
  const query = useQuery({
    queryKey: ['audit', search],
    queryFn: () =>
      request<AuditRow[]>('GET', '/auditlogs', { query: { per_page: 50, ...toAuditQuery(search) } }),
    placeholderData: keepPreviousData,
  });
  const change = (patch: Record<string, string | undefined>) =>
    go(`/admin/audit${queryString({ ...search, page: undefined, ...patch })}`, { replace: true });
  const sorting = readSorting(search, { sort: 'createddate', dir: 'desc' }, change);
  const { formatAction } = useActionText();
  const undo = async () => {
    if (undoing) await undoChange(undoing.auditlogid);
  };
  return (
    <div className="mw-page">
      <PageHeader
        title="Audit log"
        icon={<IconHistory size={22} aria-hidden />}
        subtitle="Shows who changed what, when and from where; entries cannot be edited."
      />
      <AuditFilters search={search} onChange={change} sorting={sorting} />
      <DataTable
        bare
        title="Audit log"
        query={query}
        rows={query.data && foldRows(query.data.data)}
        rowKey={({ row }) => row.auditlogid}
        columns={COLUMNS}
        sorting={sorting}
        detail={(folded) => <AuditDetail {...folded} />}
        actions={({ row }) =>
          row.undoable && (
            <SmallButton
              icon={IconArrowBackUp}
              onClick={() => setUndoing(row)}
              aria-label={`Undo entry ${row.auditlogid}`}
            >
              Undo
            </SmallButton>
          )
        }
        empty={{
          icon: IconHistory,
          title: 'No entries match',
          text: 'The log contains every change by users and devices. Clear a filter or choose other days.',
        }}
        foot={<Pager info={query.data?.pagination} onPage={(page) => change({ page: String(page) })} />}
      />
      <ConfirmModal
        opened={undoing !== null}
        onClose={() => setUndoing(null)}
        title="Undo change"
        action="Undo"
        onConfirm={undo}
      >
        {undoing &&
          `${undoing.username} ${formatAction(undoing.action)} ${undoing.entityname ?? undoing.entityid ?? ''}. `}
        Restores the previous values. If a record has changed again, nothing is undone, and the conflicts are
        listed.
      </ConfirmModal>
    </div>
  );
}
