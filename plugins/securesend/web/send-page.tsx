import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { MissingSiteAddress } from '../../../src/web/parts/missing-settings.tsx';
import { PageHeader } from '../../../src/web/parts/page-header.tsx';
import { canEncrypt } from './encryption.ts';
import { NoEncryption } from './no-encryption.tsx';
import { SendForm } from './send-form.tsx';
import type { SentLink } from './send-secret.ts';
import { SentPanel } from './sent-panel.tsx';

/** Shows the page that creates a link to a one-time secret. */
export function SendPage() {
  const [sent, setSent] = useState<SentLink | null>(null);
  return (
    <div className="mw-page">
      <PageHeader
        title="Secure send"
        icon={<IconLock size={22} aria-hidden />}
        subtitle="Send a password, a key or a small file with a link that works only once."
      />
      {canEncrypt() ? (
        <div className="mw-send">
          <section className="mw-card mw-card-pad mw-stack">
            {sent ? <SentPanel sent={sent} onAgain={() => setSent(null)} /> : <SendForm onSent={setSent} />}
            {/* This note appears once the settings are loaded. It is below the form, so that it does not move
                the form under a click. */}
            <MissingSiteAddress />
          </section>
          <HowItWorks />
        </div>
      ) : (
        <NoEncryption />
      )}
    </div>
  );
}

function HowItWorks() {
  return (
    <section className="mw-send-how" aria-labelledby="how-it-works">
      <h2 id="how-it-works">How it works</h2>
      <ol>
        <li>Your browser encrypts the secret. The appliance stores it but cannot read it.</li>
        <li>You get a link that contains the key. Send it to one person by mail or message.</li>
        <li>The recipient opens it without an account and sees the secret. Then the link stops working.</li>
      </ol>
      <p className="mw-muted">
        If the link stops working before the recipient has opened it, another person has read the secret.
        Change the secret then. An opened secret cannot be recovered.
      </p>
    </section>
  );
}
