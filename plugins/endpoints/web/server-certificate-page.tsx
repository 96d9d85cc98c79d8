import { Alert, Button } from '@mantine/core';
import { IconCertificate, IconInfoCircle, IconRefresh, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '../../../src/web/api/api-error.ts';
import { EmptyState } from '../../../src/web/parts/empty-state.tsx';
import { ErrorView } from '../../../src/web/parts/error-view.tsx';
import { PageHeader } from '../../../src/web/parts/page-header.tsx';
import { PageSkeleton } from '../../../src/web/parts/skeletons.tsx';
import { toastDone } from '../../../src/web/parts/toasts.tsx';
import type { CertificateView } from '../certificate/schemas.ts';
import { useCertificate } from './certificate-data.ts';
import { CertificateFacts, CertificatePins } from './certificate-facts.tsx';
import { GenerateModal } from './generate-modal.tsx';
import { NextCertificate } from './next-certificate.tsx';
import { SigningRequestCard } from './signing-request-card.tsx';
import { UploadModal } from './upload-modal.tsx';

/** Shows the page of the server certificate: its data, the pins for agents, and the ways to replace it. */
export function ServerCertificatePage() {
  const { data: view, error, isPending, refetch } = useCertificate();
  const [open, setOpen] = useState<'generate' | 'upload' | null>(null);
  const [isChanged, setChanged] = useState(false);
  if (isPending) return <PageSkeleton />;
  // Without TLS there may be no certificate yet, which is not an error.
  const isNone = error instanceof ApiError && error.code === 'CONFLICT';
  if (!view && !isNone) return <ErrorView error={error} retry={refetch} />;
  const close = () => setOpen(null);
  const onChanged = (now: CertificateView) => {
    close();
    if (now.next) return toastDone('The certificate is announced to agents.');
    toastDone(now.served ? 'The new certificate is active.' : 'The certificate is saved.');
    if (now.served) setChanged(true);
  };
  const isBusy = view?.next != null;
  const actions = (
    <>
      <Button
        variant="default"
        leftSection={<IconUpload size={16} />}
        disabled={isBusy}
        onClick={() => setOpen('upload')}
      >
        Upload
      </Button>
      <Button leftSection={<IconRefresh size={16} />} disabled={isBusy} onClick={() => setOpen('generate')}>
        Create new
      </Button>
    </>
  );
  return (
    <div className="mw-page mw-page-narrow">
      <PageHeader
        title="Server certificate"
        icon={<IconCertificate size={22} aria-hidden />}
        subtitle="The certificate by which browsers and agents recognize this appliance."
        actions={view && actions}
      />
      <div className="mw-stack">
        {isChanged && <TrustAgain />}
        {view && !view.served && (
          <Alert color="blue" icon={<IconInfoCircle size={18} />}>
            This appliance runs without TLS. The certificate is used when the appliance is started with TLS.
          </Alert>
        )}
        {view?.next && (
          <NextCertificate next={view.next} agents={view.agents} onServed={() => setChanged(true)} />
        )}
        {view ? (
          <>
            <CertificateFacts view={view} />
            <CertificatePins view={view} />
          </>
        ) : (
          <section className="mw-card">
            <EmptyState icon={<IconCertificate size={32} />} title="No certificate yet" actions={actions}>
              {error?.message}
            </EmptyState>
          </section>
        )}
        <SigningRequestCard view={view} isBusy={isBusy} onDone={onChanged} />
      </div>
      {open === 'generate' && <GenerateModal view={view} onDone={onChanged} onClose={close} />}
      {open === 'upload' && <UploadModal view={view} onDone={onChanged} onClose={close} />}
    </div>
  );
}

/**
 * Asks for a reload. A browser that trusted the previous certificate by hand rejects the new one until the
 * user confirms it.
 */
function TrustAgain() {
  return (
    <Alert color="yellow" icon={<IconInfoCircle size={18} />} role="status">
      The certificate has changed. Reload the page. Your browser may ask you to trust the new certificate.{' '}
      <Button size="compact-sm" variant="default" onClick={() => location.reload()}>
        Reload page
      </Button>
    </Alert>
  );
}
