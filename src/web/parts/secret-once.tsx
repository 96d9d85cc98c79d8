import { Button, Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { CopyText } from './copy-text.tsx';
import { Dialog } from './dialog.tsx';

const CodeImage = lazy(async () => ({ default: (await import('./code-image.tsx')).CodeImage }));

interface SecretOnceProps {
  title: string;
  secret: string;
  /** What it is for, and where it goes. */
  children: string;
  /** Shows it as a code too: a device with a scanner reads it from the screen. */
  withCode?: boolean;
  onClose: () => void;
}

/** Shows a secret that is never shown again. Only its button closes it: a slip would cost the secret. */
export function SecretOnce({ title, secret, children, withCode, onClose }: SecretOnceProps) {
  return (
    <Dialog
      onClose={onClose}
      title={title}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
        <Text size="sm">{children} Copy it now; it is not shown again.</Text>
        <div className="mw-secret">
          <code>{secret}</code>
          <CopyText text={secret} />
        </div>
        {withCode && (
          <Suspense fallback={null}>
            <figure className="mw-code-beside">
              <CodeImage value={secret} format="qr" alt="QR code of the token" />
              <figcaption className="mw-muted">A tablet with a scanner reads it from here.</figcaption>
            </figure>
          </Suspense>
        )}
        <Button style={{ alignSelf: 'flex-end' }} onClick={onClose}>
          I have copied it
        </Button>
      </Stack>
    </Dialog>
  );
}
