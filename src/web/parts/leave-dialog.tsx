import { Button, Group, Modal, Text } from '@mantine/core';
import { useLeaveQuestion } from './leave-guard.ts';

/** Shows the question whether unsaved input may be lost, above all other dialogs. */
export function LeaveDialog() {
  const question = useLeaveQuestion();
  const stay = () => question?.answer(false);
  return (
    <Modal opened={question !== null} onClose={stay} title="Discard changes" zIndex={500}>
      <Text size="sm">You have unsaved changes. They are lost when you leave.</Text>
      <Group justify="flex-end" gap="sm" mt="md">
        <Button variant="default" onClick={stay} data-autofocus>
          Keep editing
        </Button>
        <Button color="red" onClick={() => question?.answer(true)}>
          Discard changes
        </Button>
      </Group>
    </Modal>
  );
}
