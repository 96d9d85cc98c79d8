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
    'Nobody waits',
    <>
      When its agent starts, a PC asks for a credential. One that shows the shared key, and whose host name
      and serial number the register knows, gets it at once. Every other one waits here for you: with no key
      or a wrong one, under an unknown name, or with another serial number than the register has. The shared
      key stands in the <AppLink to="/admin/settings">settings</AppLink>.
    </>,
  ],
  approved: [
    'Nothing is about to be fetched',
    'What you approve stands here until the agent fetches its credential, usually within a minute.',
  ],
  issued: ['None yet', 'Requests that you approved, and whose agent has fetched its credential.'],
  rejected: ['None', 'Requests that were turned down. The agent hears so, and does not ask on.'],
  revoked: ['None', 'Requests whose credential was revoked later.'],
};

/** Lists the requests of one state, the most recent call first. */
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
    ? ['No request matches', 'Look for a host name or a serial number.']
    : EMPTY[state];
  return (
    <>
      {state === 'pending' &&
        full.map(({ address, message }) => (
          <Alert key={address} mb="md" color="yellow" icon={<IconAlertTriangle size={18} />} role="status">
            {message} <AppLink to="/admin/settings">Settings</AppLink>
          </Alert>
        ))}
      {(search !== '' || pagination.total > 3) && (
        <div className="mw-toolbar">
          <SearchBox
            className="mw-toolbar-search"
            label="Search in requests"
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
