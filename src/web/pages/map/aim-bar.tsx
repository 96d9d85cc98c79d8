import { Button } from '@mantine/core';
import { IconCrosshair } from '@tabler/icons-react';
import type { Aim } from './floor-tools.ts';

/** Explains the purpose of the next click on the map. */
export function AimBar({ aim, onCancel }: { aim: Aim; onCancel: () => void }) {
  return (
    <div className="mw-aim-bar" role="status">
      <IconCrosshair size={18} aria-hidden />
      <span>
        {aim.hint}{' '}
        <span className="mw-muted mw-hide-phone">
          Or move the crosshair with the arrow keys and press Enter.
        </span>
      </span>
      {aim.skip && (
        <Button size="compact-sm" variant="default" onClick={aim.skip}>
          Skip
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={onCancel}>
        {aim.isOfSeveral ? 'Done' : 'Cancel'}
      </Button>
    </div>
  );
}
