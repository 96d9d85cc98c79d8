import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { MissingSiteAddress } from '../../../src/web/parts/missing-settings.tsx';
import { PageHeader } from '../../../src/web/parts/page-header.tsx';
import { canEncrypt } from './encryption.ts';
import { NoEncryption } from './no-encryption.tsx';
import { SendForm } from './send-form.tsx';
import type { SentLink } from './send-secret.ts';
import { SentPanel } from './sent-panel.tsx';

/** The page that creates a link to a one-time secret. */
export function SendPage() {
  const [sent, setSent] = useState<SentLink | null>(null);
  return (
    <div className="mw-page">
      <PageHeader
        title="Secure send"
        icon={<IconLock size={22} aria-hidden />}
        subtitle="A password, a key or a small file by a link that can be read once"
      />
      {canEncrypt() ? (
        <div className="mw-send">
          <section className="mw-card mw-card-pad mw-stack">
            {sent ? <SentPanel sent={sent} onAgain={() => setSent(null)} /> : <SendForm onSent={setSent} />}
            {/* Placed below the form. It appears once the settings are loaded, and must not move the form
                under a click. */}
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
        <li>Your browser encrypts what you enter. The appliance keeps it and cannot read it.</li>
        <li>You get a link that holds the key. Send it to one person, by mail or by a message.</li>
        <li>They open it without an account and see the secret. From then on the link is empty.</li>
      </ol>
      <p className="mw-muted">
        When somebody finds the link empty and did not open it, another person has read the secret: change it.
        Nobody can bring it back, not even you.
      </p>
    </section>
  );
}
