import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { CodeImage } from '../../../src/web/parts/code-image.tsx';
import { CopyText } from '../../../src/web/parts/copy-text.tsx';
import { absoluteTime } from '../../../src/web/parts/time.tsx';
import type { SentLink } from './send-secret.ts';
import './styles.ts';

/** Shows the link once. It is stored nowhere else. */
export function SentPanel({ sent, onAgain }: { sent: SentLink; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="mw-stack">
      <h2 ref={heading} tabIndex={-1}>
        The link is ready
      </h2>
      <div className="mw-secret mw-send-link">
        <code>{sent.link}</code>
        <CopyText text={sent.link} label="Copy link" variant="filled" />
      </div>
      <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
        <strong>The link works only once.</strong> The first person who opens it reads the secret, so do not
        test it. It expires {absoluteTime(sent.expiresat)}. Copy it now, because it is not shown again.
      </Alert>
      <figure className="mw-code-beside">
        <CodeImage value={sent.link} format="qr" alt="QR code of the link" />
        <figcaption className="mw-muted">Scan with a phone.</figcaption>
      </figure>
      <Button variant="default" onClick={onAgain} style={{ justifySelf: 'start' }}>
        Send another secret
      </Button>
    </div>
  );
}
