import { Progress } from '@mantine/core';
import { IconArrowBackUp, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { ConfirmModal } from '../../../src/web/parts/confirm-modal.tsx';
import { SmallButton } from '../../../src/web/parts/small-button.tsx';
import { absoluteTime } from '../../../src/web/parts/time.tsx';
import { toastDone } from '../../../src/web/parts/toasts.tsx';
import type { CertificateView } from '../certificate/schemas.ts';
import { changeCertificate, refreshCertificate } from './certificate-data.ts';
import { CopyableText } from './copyable-text.tsx';

interface NextProps {
  next: NonNullable<CertificateView['next']>;
  agents: CertificateView['agents'];
  onServed: () => void;
}

/** Shows the announced certificate, the time when it is served, and how many agents know its pin. */
export function NextCertificate({ next, agents, onServed }: NextProps) {
  const [dialog, setDialog] = useState<'activate' | 'takeback' | null>(null);
  const close = () => setDialog(null);
  const { trustnext, total } = agents;
  const missing = total - trustnext;
  return (
    <section className="mw-card">
      <header>
        <h2>Announced</h2>
        <span className="mw-page-actions">
          <SmallButton icon={IconPlayerPlay} onClick={() => setDialog('activate')}>
            Activate now
          </SmallButton>
          <SmallButton icon={IconArrowBackUp} onClick={() => setDialog('takeback')}>
            Withdraw
          </SmallButton>
        </span>
      </header>
      <dl className="mw-fact-list">
        <div>
          <dt>Active</dt>
          <dd>
            <Countdown until={next.activatesat} />
            <div className="mw-muted">{absoluteTime(next.activatesat)}</div>
          </dd>
        </div>
        <div>
          <dt>PCs with new key</dt>
          <dd>
            {trustnext} of {total}
            <Progress
              mt={6}
              value={total === 0 ? 100 : (100 * trustnext) / total}
              aria-label="PCs that checked in since the announcement"
            />
          </dd>
        </div>
        <div>
          <dt>Name</dt>
          <dd>{next.commonname}</dd>
        </div>
        <div>
          <dt>Valid until</dt>
          <dd>{absoluteTime(next.notafter)}</dd>
        </div>
        <div>
          <dt>SPKI pin of the key</dt>
          <dd>
            <CopyableText what="the announced SPKI pin" text={next.spkipin} />
          </dd>
        </div>
      </dl>
      <ConfirmModal
        opened={dialog === 'activate'}
        onClose={close}
        title="Activate announced certificate"
        action="Activate"
        danger={missing > 0}
        onConfirm={async () => {
          await changeCertificate('POST', 'activate');
          toastDone('The announced certificate is active.');
          onServed();
        }}
      >
        {missing > 0
          ? `${missing} of ${total} enrolled PCs have not received the new key. PCs that pin the old key stop reporting.`
          : 'All enrolled PCs have received the new key.'}
      </ConfirmModal>
      <ConfirmModal
        opened={dialog === 'takeback'}
        onClose={close}
        title="Withdraw announced certificate"
        action="Withdraw"
        danger
        onConfirm={async () => {
          await changeCertificate('DELETE', 'next');
          toastDone('The announced certificate is withdrawn.');
        }}
      >
        The current certificate stays in use. The announced certificate and its key are permanently deleted.
        If your authority issued it, you need a new request and a new certificate.
      </ConfirmModal>
    </section>
  );
}

const UNITS: [string, number][] = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
];

/** Counts down the remaining time in its two largest units. */
function Countdown({ until }: { until: string }) {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((Date.parse(until) - now) / 1000));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) {
      void refreshCertificate();
      return;
    }
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return <strong>{isOver ? 'within a minute' : `in ${leftText(left)}`}</strong>;
}

function leftText(seconds: number): string {
  const first = UNITS.findIndex(([, size]) => seconds >= size);
  return UNITS.slice(first, first + 2)
    .map(([unit, size], at) => {
      const above = at === 0 ? Number.POSITIVE_INFINITY : UNITS[first]![1];
      return `${Math.floor((seconds % above) / size)} ${unit}`;
    })
    .join(' ');
}
