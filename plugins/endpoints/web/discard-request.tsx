import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmModal } from '../../../src/web/parts/confirm-modal.tsx';
import { SmallButton } from '../../../src/web/parts/small-button.tsx';
import { toastDone } from '../../../src/web/parts/toasts.tsx';
import { discardRequest } from './request-data.ts';

/** Shows the button that discards the request and its key after a confirmation. */
export function DiscardRequest() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <SmallButton icon={IconTrash} onClick={() => setOpen(true)}>
        Discard
      </SmallButton>
      <ConfirmModal
        opened={open}
        onClose={() => setOpen(false)}
        title="Discard request"
        action="Discard"
        danger
        onConfirm={async () => {
          await discardRequest();
          toastDone('The request is discarded.');
        }}
      >
        The key of the request is deleted. A certificate that is issued for it can no longer be used.
      </ConfirmModal>
    </>
  );
}

/** Shows a damaged request with the message of the server. */
export const DamagedRequest = ({ message }: { message: string }) => (
  <section className="mw-card">
    <header>
      <h2>Certificate of your authority</h2>
      <DiscardRequest />
    </header>
    <p className="mw-card-pad mw-muted" role="alert">
      {message}
    </p>
  </section>
);
