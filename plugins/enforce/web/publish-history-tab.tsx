import './enforce-styles.ts';
import { NativeSelect } from '@mantine/core';
import { IconArrowBackUp, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../src/web/api/client.ts';
import { useMe } from '../../../src/web/api/queries.ts';
import { ConfirmModal } from '../../../src/web/parts/confirm-modal.tsx';
import { DataTable, type TableColumn } from '../../../src/web/parts/data-table.tsx';
import { SmallButton } from '../../../src/web/parts/small-button.tsx';
import { StateBadge } from '../../../src/web/parts/state-badge.tsx';
import { absoluteTime, RelativeTime } from '../../../src/web/parts/time.tsx';
import { toastDone } from '../../../src/web/parts/toasts.tsx';
import type { TabProps } from '../../../src/web/plugin-parts.tsx';
import { useGrowingList } from '../../../src/web/register/growing-list.tsx';
import { affectedQuery, diffQuery, mayPublishScope, type PublishedRevision, refreshQueries } from './data.ts';
import { DiffView } from './diff-view.tsx';

/** Shows the published revisions and their differences, and offers a rollback. */
export function PublishHistoryTab({ id }: TabProps) {
  const me = useMe();
  const [back, setBack] = useState<PublishedRevision>();
  const path = `/enforce/scopes/${id}/history`;
  const list = useGrowingList<PublishedRevision>(['enforce', id, 'history'], path, 'Older revisions');
  const newest = list.rows?.[0]?.revision;
  return (
    <div className="mw-stack">
      {list.rows && list.rows.length > 0 && <Comparison scopeid={id} revisions={list.rows} />}
      <DataTable
        title="Published"
        {...list}
        rowKey={({ revision }) => revision}
        columns={columns(newest)}
        actions={(row) =>
          mayPublishScope(me) &&
          row.revision !== newest && (
            <SmallButton
              icon={IconArrowBackUp}
              aria-label={`Roll back to revision ${row.revision}`}
              onClick={() => setBack(row)}
            >
              Roll back
            </SmallButton>
          )
        }
        empty={{
          icon: IconHistory,
          title: 'Nothing published yet',
          text: 'All publications are listed here, with their user, note and changes. You can roll back to any of them.',
        }}
      />
      {back && <RollBack scopeid={id} to={back} onClose={() => setBack(undefined)} />}
    </div>
  );
}

const columns = (newest: number | undefined): TableColumn<PublishedRevision>[] => [
  {
    title: 'Revision',
    headline: true,
    cell: ({ revision, rollbackof }) => (
      <span className="mw-state">
        <strong>Revision {revision}</strong>
        {revision === newest && <StateBadge word="active" label="Current" />}
        {rollbackof !== null && <span className="mw-muted">as revision {rollbackof}</span>}
      </span>
    ),
  },
  { title: 'Entries', align: 'right', cell: ({ entrycount }) => entrycount },
  {
    title: 'Published',
    cell: ({ publisheddate, publishedby }) => (
      <>
        <RelativeTime at={publisheddate} /> <span className="mw-muted">by {publishedby}</span>
      </>
    ),
  },
  { title: 'Note', wrap: true, cell: ({ note }) => note ?? <span className="mw-muted">–</span> },
];

/** Compares two revisions, at first the current one with the draft. */
function Comparison({ scopeid, revisions }: { scopeid: number; revisions: readonly PublishedRevision[] }) {
  const [from, setFrom] = useState<number>();
  const [to, setTo] = useState<number | 'draft'>('draft');
  const { data } = useQuery(diffQuery(scopeid, from ?? revisions[0]!.revision, to));
  const choices = revisions.map(({ revision, publisheddate }) => ({
    value: String(revision),
    label: `Revision ${revision}, ${absoluteTime(publisheddate)}`,
  }));
  return (
    <section className="mw-card" aria-label="Differences">
      <header style={{ justifyContent: 'start', flexWrap: 'wrap' }}>
        <h2>Differences</h2>
        <NativeSelect
          size="xs"
          aria-label="From"
          data={choices}
          value={String(from ?? revisions[0]!.revision)}
          onChange={(event) => setFrom(Number(event.currentTarget.value))}
        />
        to
        <NativeSelect
          size="xs"
          aria-label="To"
          data={[{ value: 'draft', label: 'Draft' }, ...choices]}
          value={String(to)}
          onChange={({ currentTarget: { value } }) => setTo(value === 'draft' ? value : Number(value))}
        />
      </header>
      <div className="mw-card-pad">{data ? <DiffView diff={data} /> : <p className="mw-muted">…</p>}</div>
    </section>
  );
}

function RollBack({ scopeid, to, onClose }: { scopeid: number; to: PublishedRevision; onClose: () => void }) {
  const { data: affected, isPending } = useQuery(affectedQuery(scopeid));
  const confirm = async () => {
    const { data } = await request<PublishedRevision>('POST', `/enforce/scopes/${scopeid}/rollback`, {
      body: { revision: to.revision },
    });
    await refreshQueries();
    toastDone(`Revision ${data.revision} is published with the content of revision ${to.revision}.`);
  };
  return (
    <ConfirmModal
      opened
      title={`Roll back to revision ${to.revision}`}
      action="Roll back"
      count={affected?.pagination?.total}
      disabled={isPending}
      onClose={onClose}
      onConfirm={confirm}
    >
      The content of this revision is published as a new revision. Later revisions stay in the history. The
      draft does not change.
    </ConfirmModal>
  );
}
