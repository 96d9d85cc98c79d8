import { useSyncExternalStore } from 'react';

export type Overlay = 'palette' | 'shortcuts' | null;

let current: Overlay = null;
/** The text typed since the palette was opened and before it is shown; null once it is shown. */
let typedAhead: string | null = null;
const listeners = new Set<() => void>();

/** Opens an overlay, which closes any other one; null closes it. */
export function openOverlay(overlay: Overlay): void {
  if (overlay !== current) typedAhead = overlay === 'palette' ? '' : null;
  current = overlay;
  for (const listener of listeners) listener();
}

/** Returns the overlay that is open. The component renders again when it changes. */
export function useOverlay(): Overlay {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}

/** Keeps a key for the palette while it loads. Reports whether it did. */
export function keepTypedKey(key: string): boolean {
  if (typedAhead === null || key.length !== 1) return false;
  typedAhead += key;
  return true;
}

/** Returns the text that was typed while the palette loaded. Further keys go to its input. */
export function takeTypedAhead(): string {
  const text = typedAhead ?? '';
  typedAhead = null;
  return text;
}
