import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { basePath, queryString } from '../../../../src/web/api/base-path.ts';
import { AppLink } from '../../../../src/web/parts/app-link.tsx';
import { StateBadge } from '../../../../src/web/parts/state-badge.tsx';
import { RelativeTime } from '../../../../src/web/parts/time.tsx';
import { pcPath } from '../../pc-path.ts';
import { ApproveModal } from './approve-modal.tsx';
import { Candidates } from './candidates.tsx';
import type { EnrollmentView } from './inbox-query.ts';
import { RejectModal } from './reject-modal.tsx';
import { RequestFacts } from './request-facts.tsx';
import { Warnings } from './warnings.tsx';

/** Shows one request with its warnings, the data of agent and register, and the decision buttons. */
export function RequestCard({ request, onDecided }: { request: EnrollmentView; onDecided: () => void }) {
  const [open, setOpen] = useState<'approve' | 'reject' | null>(null);
  const heading = useId();
  const { hostname, state, computer, contested } = request;
  const onDecision = (isDone: boolean) => {
    setOpen(null);
    if (isDone) onDecided();
  };
  return (
    <section className="mw-card" aria-labelledby={heading}>
      <header>
        <h2 id={heading} className="mw-break">
          {hostname}
        </h2>
        {contested && <StateBadge word="contested" label={`${request.candidates.length} agents claim it`} />}
        <span className="mw-muted" style={{ marginLeft: 'auto' }}>
          First request <RelativeTime at={request.createddate} />
        </span>
      </header>
      {state === 'pending' && <Warnings request={request} />}
      {request.reason && <p className="mw-card-pad">{`Reason: ${request.reason}`}</p>}
      <RequestFacts request={request} />
      {contested && <Candidates candidates={request.candidates} />}
      {state === 'pending' && (
        <footer className="mw-enroll-foot">
          <Button
            leftSection={<IconCheck size={16} aria-hidden />}
            aria-label={`Approve ${hostname}`}
            disabled={computer?.blocked}
            onClick={() => setOpen('approve')}
          >
            Approve
          </Button>
          <Button
            variant="default"
            leftSection={<IconX size={16} aria-hidden />}
            aria-label={`Reject ${hostname}`}
            onClick={() => setOpen('reject')}
          >
            Reject
          </Button>
          {!computer && (
            <AppLink to={`/computers/new${queryString(presetOf(request))}`}>Add to register</AppLink>
          )}
          {computer?.blocked && <AppLink to={pcPath(computer.assetid)}>Open PC to allow enrollment</AppLink>}
        </footer>
      )}
      {open === 'approve' && <ApproveModal request={request} onClose={onDecision} />}
      {open === 'reject' && <RejectModal request={request} onClose={onDecision} />}
    </section>
  );
}

/**
 * Returns the initial values of a new record, and the page after its creation. A contested serial number is left
 * out, because the user must read it from the PC.
 */
const presetOf = ({ hostname, serialnumber, contested }: EnrollmentView) => ({
  hostname,
  assetnumber: hostname,
  serialnumber: contested ? undefined : serialnumber,
  next: `${basePath}/endpoints/enrollment`,
});
