import { Kbd, Modal } from '@mantine/core';
import { openOverlay } from './overlay-state.ts';
import { SHORTCUT_HELP } from './shortcuts.ts';

export function ShortcutHelp() {
  return (
    <Modal
      opened
      onClose={() => openOverlay(null)}
      title="Keyboard shortcuts"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
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
    </Modal>
  );
}
