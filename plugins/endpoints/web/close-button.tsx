import { Button, Group } from '@mantine/core';

/** Shows the footer of a dialog that only shows a result. */
export function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <Group justify="flex-end" gap="sm">
      <Button onClick={onClose} data-autofocus>
        Close
      </Button>
    </Group>
  );
}
