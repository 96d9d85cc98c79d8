import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { errorMessage } from '../api/api-error.ts';
import { Failure } from './failure.tsx';

export interface ConfirmModalProps {
  opened: boolean;
  onClose: () => void;
  /** Names the act and the thing: `Deactivate WS-1042?` */
  title: string;
  /** The consequences. */
  children: ReactNode;
  action: string;
  danger?: boolean;
  disabled?: boolean;
  onConfirm: () => Promise<void>;
}

/** Asks before an act; stays open and says why when the act fails. */
export function ConfirmModal({
  opened,
  onClose,
  title,
  children,
  action,
  danger,
  disabled,
  onConfirm,
}: ConfirmModalProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const close = () => {
    setFailure(null);
    onClose();
  };
  const confirm = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await onConfirm();
      close();
    } catch (error) {
      setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened={opened} onClose={close} title={title}>
      <Stack gap="md">
        <Text component="div" size="sm">
          {children}
        </Text>
        <Failure>{failure}</Failure>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button
            color={danger ? 'red' : undefined}
            loading={busy}
            disabled={disabled}
            onClick={confirm}
            data-autofocus
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
