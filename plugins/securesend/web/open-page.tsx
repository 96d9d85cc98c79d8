import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, errorMessage } from '../../../src/web/api/api-error.ts';
import { get, request } from '../../../src/web/api/client.ts';
import { CenteredCard } from '../../../src/web/pages/identity/centered-card.tsx';
import { useNavigateTo } from '../../../src/web/parts/app-link.tsx';
import { Failure } from '../../../src/web/parts/failure.tsx';
import { type Content, unpackContent } from './content.ts';
import { canEncrypt, decryptContent, readLinkKey } from './encryption.ts';
import { NoEncryption } from './no-encryption.tsx';
import { OpenedSecret } from './opened-secret.tsx';
import './styles.ts';

/**
 * The outcome of opening the link on this page. `content` is undefined when the secret cannot be decrypted.
 */
type Outcome = { is: 'read'; content: Content | undefined } | { is: 'gone' };

/** Shows the page that opens the link of a one-time secret. It needs no account. */
export function OpenPage() {
  const { token = '' } = useParams({ strict: false }) as { token?: string };
  // The fragment is read from the current address. A user who pastes the complete link over an incomplete one
  // stays on this page.
  const fragment = useLocation().hash;
  const go = useNavigateTo();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const link = useLink(token, fragment);
  if (!canEncrypt())
    return (
      <CenteredCard title="A secret for you" wide>
        <NoEncryption />
      </CenteredCard>
    );
  const finish = (made: Outcome) => {
    setOutcome(made);
    // Remove the key from the address bar and the browser history.
    go(`/send/${token}`, { replace: true });
  };
  if (outcome?.is === 'read')
    return outcome.content ? <OpenedSecret content={outcome.content} /> : <Unreadable />;
  if (outcome?.is === 'gone' || link.data?.state === 'gone') return <Gone />;
  if (link.data?.state === 'incomplete') return <Incomplete />;
  return (
    <Closed
      isReady={link.data !== undefined}
      failure={link.error ? errorMessage(link.error) : null}
      onRetry={() => void link.refetch()}
      onShow={async () => finish(await openLink(token, fragment))}
    />
  );
}

/**
 * Queries whether the link can be opened. The query does not use the link up, and the key is checked only in
 * the browser. A link without a key is queried too: this page removes the key once it shows the secret, so a
 * reload has none.
 */
const useLink = (token: string, fragment: string) =>
  useQuery({
    queryKey: ['securesend', token, fragment],
    queryFn: async ({ signal }): Promise<{ state: 'live' | 'gone' | 'incomplete' }> => {
      const path = `/securesend/${encodeURIComponent(token)}`;
      const { live } = await get<{ live: boolean }>(path, undefined, signal);
      if (!live) return { state: 'gone' };
      return { state: (await readLinkKey(token, fragment)) ? 'live' : 'incomplete' };
    },
    enabled: canEncrypt(),
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** Uses up the link and decrypts the secret. */
async function openLink(token: string, fragment: string): Promise<Outcome> {
  const key = await readLinkKey(token, fragment);
  if (!key) throw new Error('The key of this link is missing.');
  try {
    const path = `/securesend/${encodeURIComponent(token)}/redeem`;
    const { data } = await request<{ ciphertext: string }>('POST', path);
    const bytes = await decryptContent(data.ciphertext, key);
    return { is: 'read', content: bytes && unpackContent(bytes) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { is: 'gone' };
    throw error;
  }
}

interface ClosedProps {
  isReady: boolean;
  failure: string | null;
  onRetry: () => void;
  onShow: () => Promise<void>;
}

/** Explains the link and asks for confirmation before the secret is shown. */
function Closed({ isReady, failure, onRetry, onShow }: ClosedProps) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const show = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      await onShow();
    } catch (error) {
      setRefusal(errorMessage(error));
      setBusy(false);
    }
  };
  return (
    <CenteredCard title="A secret for you" wide>
      <div className="mw-stack" aria-busy={!isReady && !failure}>
        <Text>
          You have received a password, a key or a small file. It is shown only once: then it is deleted here,
          and the link stops working. Be ready to save it.
        </Text>
        <Failure>{refusal ?? failure}</Failure>
        {failure ? (
          <Button onClick={onRetry}>Try again</Button>
        ) : (
          <Button onClick={show} loading={busy} disabled={!isReady}>
            Show secret
          </Button>
        )}
      </div>
    </CenteredCard>
  );
}

function Gone() {
  return (
    <CenteredCard title="This link does not work anymore" wide>
      <div className="mw-stack">
        <Text>This secret was already opened, has expired or never existed.</Text>
        <Text>
          Ask the sender for a new link. If you did not open the secret, tell the sender, because another
          person may have read it.
        </Text>
      </div>
    </CenteredCard>
  );
}

function Incomplete() {
  return (
    <CenteredCard title="This link is incomplete" wide>
      <div className="mw-stack">
        <Text>The key after the # at the end of the link is missing or was changed.</Text>
        <Text>
          Copy the complete link and open it again, or ask the sender for the link. The secret was not opened.
        </Text>
      </div>
    </CenteredCard>
  );
}

function Unreadable() {
  return (
    <CenteredCard title="The secret cannot be read" wide>
      <Text>
        The key of this link cannot decrypt the secret, which is deleted now. Ask the sender for a new link.
      </Text>
    </CenteredCard>
  );
}
