import { Button, CopyButton, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Dialog } from './dialog.tsx';

interface SecretOnceProps {
  title: string;
  secret: string;
  /** What it is for, and where it goes. */
  children: string;
  onClose: () => void;
}

/** Shows a secret that is never shown again. Only its button closes it: a slip would cost the secret. */
export function SecretOnce({ title, secret, children, onClose }: SecretOnceProps) {
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
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
                onClick={copy}
              >
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
        </div>
        <Button style={{ alignSelf: 'flex-end' }} onClick={onClose}>
          I have copied it
        </Button>
      </Stack>
    </Dialog>
  );
}
