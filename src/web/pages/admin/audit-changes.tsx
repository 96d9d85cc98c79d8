import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangedField, ChangedRecord } from '../../../features/audit/index.ts';
import { toSentenceForm } from '../../../kit/sentence-form.ts';
import { request } from '../../api/client.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { ChangeText } from '../../parts/change-text.tsx';
import { formatChangedValue } from '../../parts/changed-value.tsx';
import { ErrorView } from '../../parts/error-view.tsx';
import { Pager } from '../../parts/pager.tsx';
import { SkeletonRows } from '../../parts/skeletons.tsx';

const PAGE_SIZE = 10;

/** Shows the records that a change created, changed or deleted, with their fields. */
export function AuditChanges({ auditlogid }: { auditlogid: number }) {
  const [page, setPage] = useState(1);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['audit-changes', auditlogid, page],
    queryFn: () =>
      request<ChangedRecord[]>('GET', `/auditlogs/${auditlogid}/changes`, {
        query: { page, per_page: PAGE_SIZE },
      }),
  });
  if (error) return <ErrorView error={error} retry={refetch} />;
  if (isPending) return <SkeletonRows rows={1} />;
  if (data.data.length === 0) return null;
  const total = data.pagination?.total ?? 0;
  return (
    <>
      <ul className="mw-audit-changes">
        {data.data.map((record, index) => (
          // Entries of a change have no ID, and their order never changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index}>
            <ChangedRecordView record={record} />
          </li>
        ))}
      </ul>
      {total > PAGE_SIZE && <Pager info={data.pagination} onPage={setPage} />}
    </>
  );
}

const VERBS = { created: 'Created', updated: 'Changed', deleted: 'Deleted' };

function ChangedRecordView({ record: { action, title, name, href, fields } }: { record: ChangedRecord }) {
  return (
    <>
      <p>
        {VERBS[action]} {toSentenceForm(title)}{' '}
        {href && name ? <AppLink to={href}>{name}</AppLink> : <strong>{name}</strong>}
      </p>
      {fields.length > 0 && (
        <dl className="mw-fact-list">
          {fields.map((field) => (
            <div key={field.field}>
              <dt>{field.title}</dt>
              <dd>
                <Values field={field} isUpdate={action === 'updated'} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

/** Shows the old and the new value; of a created or deleted record the only one. */
function Values({ field, isUpdate }: { field: ChangedField; isUpdate: boolean }) {
  const from = field.oldtext ?? formatChangedValue(field.old, field);
  const to = field.newtext ?? formatChangedValue(field.new, field);
  if (isUpdate) return <ChangeText from={from} to={to} />;
  const value = to ?? from;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
