import { Alert } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle, IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { AppLink } from '../../../../src/web/parts/app-link.tsx';
import { EmptyState } from '../../../../src/web/parts/empty-state.tsx';
import { ErrorView } from '../../../../src/web/parts/error-view.tsx';
import { Pager } from '../../../../src/web/parts/pager.tsx';
import { SearchBox } from '../../../../src/web/parts/search-box.tsx';
import { SkeletonRows } from '../../../../src/web/parts/skeletons.tsx';
import { inboxQuery, type RequestState } from './inbox-query.ts';
import { RequestCard } from './request-card.tsx';

const EMPTY: Record<RequestState, [string, ReactNode]> = {
  pending: [
    'No pending requests',
    <>
      A PC requests a credential when its agent starts. It gets one immediately if it sends the shared key and
      its host name and serial number are in the register. All other requests wait here for approval: with a
      missing or wrong key, an unknown name, or a different serial number. The shared key is in the{' '}
      <AppLink to="/admin/settings/endpoints">settings</AppLink>.
    </>,
  ],
  approved: [
    'No approved requests',
    'Approved requests are listed here until the agent fetches its credential, usually within a minute.',
  ],
  issued: ['No enrolled requests', 'Approved requests whose agent has fetched its credential.'],
  rejected: ['No rejected requests', 'Rejected requests. The agent is notified and stops requesting.'],
  revoked: ['No revoked requests', 'Requests whose credential was revoked later.'],
};

/** Lists the requests of one state, the last changed first. */
export function RequestList({ state }: { state: RequestState }) {
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const [search] = useDebouncedValue(text.trim(), 250);
  const { data, error, isPending, refetch } = useQuery(inboxQuery(state, search, page));
  if (error && !data) return <ErrorView error={error} retry={refetch} />;
  if (isPending) return <SkeletonRows rows={5} />;
  const { requests, pagination, full } = data;
  const [title, words] = search
    ? ['No request matches', 'Search for a host name or a serial number.']
    : EMPTY[state];
  return (
    <>
      {state === 'pending' &&
        full.map(({ address, message }) => (
          <Alert key={address} mb="md" color="yellow" icon={<IconAlertTriangle size={18} />} role="status">
            {message} <AppLink to="/admin/settings/endpoints">Settings</AppLink>
          </Alert>
        ))}
      {(search !== '' || pagination.total > 3) && (
        <div className="mw-toolbar">
          <SearchBox
            className="mw-toolbar-search"
            label="Search requests"
            placeholder="Host name or serial number"
            value={text}
            onChange={(next) => {
              setText(next);
              setPage(1);
            }}
          />
        </div>
      )}
      <div ref={list} tabIndex={-1} className="mw-stack mw-quiet-focus">
        {requests.map((request) => (
          <RequestCard
            key={request.requestid}
            request={request}
            // The buttons of the decided request are gone, so the list receives the focus.
            onDecided={() => list.current?.focus()}
          />
        ))}
        {requests.length === 0 && (
          <div className="mw-card">
            <EmptyState icon={<IconPlugConnected size={32} />} title={title}>
              {words}
            </EmptyState>
          </div>
        )}
        <Pager info={pagination} onPage={setPage} />
      </div>
    </>
  );
}
