import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { errorMessage } from '../api/api-error.ts';
import { Failure } from './failure.tsx';
import { useTypedCount } from './typed-count.tsx';

export interface ConfirmModalProps {
  opened: boolean;
  onClose: () => void;
  /** Names the action and its target, for example `Deactivate WS-1042?` */
  title: string;
  /** The consequences of the action. */
  children: ReactNode;
  action: string;
  danger?: boolean;
  disabled?: boolean;
  /** Number of affected records. A number above 20 must be typed as confirmation. */
  count?: number;
  onConfirm: () => Promise<void>;
}

/**
 * Asks for confirmation of an action. Stays open and shows the error when the action fails. Its state is
 * reset each time it opens.
 */
export function ConfirmModal({ opened, title, ...question }: ConfirmModalProps) {
  return (
    <Modal opened={opened} onClose={question.onClose} title={title}>
      <Question {...question} />
    </Modal>
  );
}

function Question(props: Omit<ConfirmModalProps, 'opened' | 'title'>) {
  const { onClose, children, action, danger, disabled, count = 1, onConfirm } = props;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const typed = useTypedCount(count);
  const confirm = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap="md">
      <Text component="div" size="sm">
        {children}
      </Text>
      {typed.field}
      <Failure>{failure}</Failure>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          color={danger ? 'red' : undefined}
          loading={busy}
          disabled={disabled || !typed.isSure}
          onClick={confirm}
          data-autofocus={typed.isSure || undefined}
        >
          {action}
        </Button>
      </Group>
    </Stack>
  );
}
