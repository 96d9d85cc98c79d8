import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { errorMessage } from '../api/api-error.ts';
import { Failure } from './failure.tsx';
import { useTypedCount } from './typed-count.tsx';

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
  /** How many things the act is for: the number of many is typed first. */
  count?: number;
  onConfirm: () => Promise<void>;
}

/** Asks before an act; stays open and says why when the act fails. Each time it opens it begins anew. */
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
