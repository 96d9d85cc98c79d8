import { Kbd } from '@mantine/core';
import { Dialog } from '../parts/dialog.tsx';
import { openOverlay } from './overlay-state.ts';
import { usePageShortcuts } from './shortcuts.ts';

/** Lists the keyboard shortcuts, including those of the pages that the caller may open. */
export function ShortcutHelp() {
  const pages = usePageShortcuts().map(({ letter, title }): [string[], string] => [['g', letter], title]);
  const shortcuts: [string[], string][] = [
    [['/'], 'Search or scan a label'],
    [['Ctrl', 'K'], 'Command palette'],
    ...pages,
    [['j', 'k'], 'Next or previous row'],
    [['Enter'], 'Open row'],
    [['Space'], 'Show row beside list'],
    [['e'], 'Edit row'],
    [['F2'], 'Edit cell'],
    [['x'], 'Select row'],
    [['Ctrl', 'Enter'], 'Save a form'],
    [['Esc'], 'Close a dialog or menu'],
    [['?'], 'This help'],
  ];
  return (
    <Dialog onClose={() => openOverlay(null)} title="Keyboard shortcuts">
      <dl className="mw-shortcuts">
        {shortcuts.map(([keys, meaning]) => (
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
