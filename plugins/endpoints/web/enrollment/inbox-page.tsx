import '../endpoint-styles.ts';
import { IconPlugConnected } from '@tabler/icons-react';
import { PageHeader } from '../../../../src/web/parts/page-header.tsx';
import { type AddressTab, AddressTabs } from '../../../../src/web/register/address-tabs.tsx';
import type { RequestState } from './inbox-query.ts';
import { RequestList } from './request-list.tsx';

const STATES: [RequestState, string][] = [
  ['pending', 'Pending'],
  ['approved', 'Approved'],
  ['issued', 'Enrolled'],
  ['rejected', 'Rejected'],
  ['revoked', 'Revoked'],
];

/** Shows the page of the enrollment requests, each next to its registered PC. */
export function InboxPage() {
  return (
    <div className="mw-page">
      <PageHeader
        title="Enrollment"
        icon={<IconPlugConnected size={22} aria-hidden />}
        subtitle="Approve or reject PCs that request a credential."
      />
      <AddressTabs
        tabs={STATES.map(
          ([state, title]): AddressTab => ({
            name: state,
            title,
            content: <RequestList key={state} state={state} />,
          }),
        )}
      />
    </div>
  );
}
