import { Button, Group } from '@mantine/core';

/** The foot of a dialog that only tells what came of something. */
export function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <Group justify="flex-end" gap="sm">
      <Button onClick={onClose} data-autofocus>
        Close
      </Button>
    </Group>
  );
}
