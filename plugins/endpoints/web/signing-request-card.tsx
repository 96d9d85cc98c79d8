import { IconCertificate, IconDownload, IconFileCertificate } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '../../../src/web/api/api-error.ts';
import { CopyText } from '../../../src/web/parts/copy-text.tsx';
import { saveBlob } from '../../../src/web/parts/save-blob.ts';
import { SmallButton } from '../../../src/web/parts/small-button.tsx';
import { absoluteTime } from '../../../src/web/parts/time.tsx';
import type { CertificateView } from '../certificate/schemas.ts';
import { DamagedRequest, DiscardRequest } from './discard-request.tsx';
import { IssuedModal } from './issued-modal.tsx';
import { type SigningRequestView, useCertificateRequest } from './request-data.ts';
import { RequestModal } from './request-modal.tsx';

interface RequestCardProps {
  view: CertificateView | undefined;
  /**
   * True while another certificate is announced. Until that one is served, no issued certificate can be
   * entered.
   */
  isBusy: boolean;
  onDone: (view: CertificateView) => void;
}

/**
 * Handles a certificate of the site's own authority: request, download and entry of the issued certificate.
 */
export function SigningRequestCard({ view, isBusy, onDone }: RequestCardProps) {
  const { data: waiting, error } = useCertificateRequest();
  const [asking, setAsking] = useState(false);
  if (error instanceof ApiError && error.code === 'CONFLICT')
    return <DamagedRequest message={error.message} />;
  if (waiting === undefined) return null;
  if (waiting) return <WaitingRequest request={waiting} view={view} isBusy={isBusy} onDone={onDone} />;
  return (
    <section className="mw-card">
      <header>
        <h2>Certificate of your authority</h2>
        <SmallButton icon={IconFileCertificate} onClick={() => setAsking(true)}>
          Request certificate
        </SmallButton>
      </header>
      <p className="mw-card-pad mw-muted">
        If your plant has a certificate authority, browsers and agents trust its certificates without a
        warning. Create the request here. The key never leaves this appliance.
      </p>
      {asking && <RequestModal view={view} onClose={() => setAsking(false)} />}
    </section>
  );
}

interface WaitingProps extends RequestCardProps {
  request: SigningRequestView;
}

function WaitingRequest({ request, view, isBusy, onDone }: WaitingProps) {
  const [entering, setEntering] = useState(false);
  const save = () =>
    saveBlob(new Blob([request.csr], { type: 'application/pkcs10' }), `${fileName(request)}.csr`);
  return (
    <section className="mw-card">
      <header>
        <h2>Pending request</h2>
        <span className="mw-page-actions">
          <SmallButton icon={IconDownload} onClick={save}>
            Download
          </SmallButton>
          <CopyText text={request.csr} what="the request" />
          <DiscardRequest />
          <SmallButton
            icon={IconCertificate}
            variant="filled"
            disabled={isBusy}
            onClick={() => setEntering(true)}
          >
            Enter certificate
          </SmallButton>
        </span>
      </header>
      <dl className="mw-fact-list">
        <div>
          <dt>Name</dt>
          <dd>{request.commonname}</dd>
        </div>
        <div>
          <dt>Names and addresses</dt>
          <dd>{request.sans.join(', ') || 'none'}</dd>
        </div>
        <div>
          <dt>Key</dt>
          <dd>{request.keptkey ? 'Current key' : 'New key'}</dd>
        </div>
        <div>
          <dt>Created</dt>
          <dd>{absoluteTime(request.createddate)}</dd>
        </div>
      </dl>
      <p className="mw-card-pad mw-muted">
        Send the request to your certificate authority, then enter the certificate that it issues.
      </p>
      {entering && (
        <IssuedModal
          view={view}
          isKeptKey={request.keptkey}
          onDone={onDone}
          onClose={() => setEntering(false)}
        />
      )}
    </section>
  );
}

const fileName = ({ commonname }: SigningRequestView): string =>
  commonname.replace(/[^\w.-]+/g, '-').replace(/^[-.]+/, '') || 'millwright';
