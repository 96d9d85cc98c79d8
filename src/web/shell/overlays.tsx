import { lazy, Suspense } from 'react';
import { useOverlay } from './overlay-state.ts';
import { useGlobalShortcuts } from './shortcuts.ts';

const Palette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }));
const ShortcutHelp = lazy(async () => ({ default: (await import('./shortcut-help.tsx')).ShortcutHelp }));

/**
 * Shows the command palette and the list of shortcuts, which are loaded at first use. Handles the shortcuts.
 */
export function Overlays() {
  const overlay = useOverlay();
  useGlobalShortcuts();
  return (
    <Suspense fallback={null}>
      {overlay === 'palette' && <Palette />}
      {overlay === 'shortcuts' && <ShortcutHelp />}
    </Suspense>
  );
}
