import { Button } from '@mantine/core';
import { IconCrosshair } from '@tabler/icons-react';

/** Explains the purpose of the next click on the map. */
export function AimBar({ hint, onCancel }: { hint: string; onCancel: () => void }) {
  return (
    <div className="mw-aim-bar" role="status">
      <IconCrosshair size={18} aria-hidden />
      <span>
        {hint}{' '}
        <span className="mw-muted mw-hide-phone">
          Or move the crosshair with the arrow keys and press Enter.
        </span>
      </span>
      <Button size="compact-sm" variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
