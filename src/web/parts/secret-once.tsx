import { Button, Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { CopyText } from './copy-text.tsx';
import { Dialog } from './dialog.tsx';

const CodeImage = lazy(async () => ({ default: (await import('./code-image.tsx')).CodeImage }));

interface SecretOnceProps {
  title: string;
  secret: string;
  /** Explains what the secret is for and where to enter it. */
  children: string;
  /** Also shows the secret as a code, which a device with a scanner can read from the screen. */
  withCode?: boolean;
  onClose: () => void;
}

/**
 * Shows a secret that cannot be shown again. Only its button closes the dialog, so that the secret is not
 * lost by mistake.
 */
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
              <figcaption className="mw-muted">Scan this code with the device.</figcaption>
            </figure>
          </Suspense>
        )}
        <Button style={{ alignSelf: 'flex-end' }} onClick={onClose}>
          Done
        </Button>
      </Stack>
    </Dialog>
  );
}
