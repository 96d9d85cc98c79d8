import { Kbd } from '@mantine/core';
import { Dialog } from '../parts/dialog.tsx';
import { openOverlay } from './overlay-state.ts';
import { SHORTCUT_HELP } from './shortcuts.ts';

export function ShortcutHelp() {
  return (
    <Dialog onClose={() => openOverlay(null)} title="Keyboard shortcuts">
      <dl className="mw-shortcuts">
        {SHORTCUT_HELP.map(([keys, meaning]) => (
          <div key={meaning}>
            <dt>{meaning}</dt>
            <dd>
              {keys.map((key) => (
                <Kbd key={key} size="sm">
                  {key}
                </Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
