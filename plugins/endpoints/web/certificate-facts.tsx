import { StateBadge } from '../../../src/web/parts/state-badge.tsx';
import { absoluteTime } from '../../../src/web/parts/time.tsx';
import type { CertificateView } from '../certificate/schemas.ts';
import { CopyableText } from './copyable-text.tsx';

const WARN_DAYS = 30;
const LAST_DAYS = 7;

/** Shows the names, the issuer and the validity of the certificate. */
export function CertificateFacts({ view }: { view: CertificateView }) {
  return (
    <section className="mw-card">
      <header>
        <h2>{view.served ? 'In use' : 'Stored until TLS is used'}</h2>
        <DaysLeft days={view.daystoexpiry} />
      </header>
      <dl className="mw-fact-list">
        <div>
          <dt>Name</dt>
          <dd>{view.commonname}</dd>
        </div>
        <div>
          <dt>Names and addresses</dt>
          <dd>{view.sans.join(', ') || 'none'}</dd>
        </div>
        <div>
          <dt>Issued by</dt>
          <dd>{view.selfsigned ? 'Self-signed: browsers show a warning' : view.issuer}</dd>
        </div>
        <div>
          <dt>Valid from</dt>
          <dd>{absoluteTime(view.notbefore)}</dd>
        </div>
        <div>
          <dt>Valid until</dt>
          <dd>{absoluteTime(view.notafter)}</dd>
        </div>
      </dl>
    </section>
  );
}

function DaysLeft({ days }: { days: number }) {
  if (days < 0) return <StateBadge word="critical" label="Expired" />;
  const word = days <= LAST_DAYS ? 'critical' : days <= WARN_DAYS ? 'warning' : 'ok';
  return <StateBadge word={word} label={`${days} day${days === 1 ? '' : 's'} left`} />;
}

/** Shows the pin and the fingerprints by which agents and users identify this server. */
export function CertificatePins({ view }: { view: CertificateView }) {
  const { pinned, total } = view.agents;
  return (
    <section className="mw-card">
      <header>
        <h2>Pins and fingerprints</h2>
        <span className="mw-muted">
          {pinned} of {total} enrolled PCs pin this key
        </span>
      </header>
      <dl className="mw-fact-list">
        <div>
          <dt>SPKI pin of the key</dt>
          <dd>
            <CopyableText what="the SPKI pin" text={view.spkipin} />
          </dd>
        </div>
        <div>
          <dt>SHA-256 fingerprint</dt>
          <dd>
            <CopyableText what="the SHA-256 fingerprint" text={view.sha256} />
          </dd>
        </div>
        <div>
          <dt>SHA-1 thumbprint</dt>
          <dd>
            <CopyableText what="the SHA-1 thumbprint" text={view.thumbprint} />
          </dd>
        </div>
      </dl>
    </section>
  );
}
