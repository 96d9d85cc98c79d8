import { Alert, Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';

/** States that the choices of an earlier import apply, and lets the user drop them. */
export function RememberedChoices({ onForget }: { onForget: () => void }) {
  return (
    <Alert icon={<IconHistory size={18} />} title="Earlier choices applied" role="status">
      A file with the same columns was imported before. Its mapping and choices apply to this file.{' '}
      <Button variant="default" size="compact-sm" onClick={onForget}>
        Start over
      </Button>
    </Alert>
  );
}
