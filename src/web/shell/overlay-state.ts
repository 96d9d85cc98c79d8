import { useSyncExternalStore } from 'react';

export type Overlay = 'palette' | 'shortcuts' | null;

let current: Overlay = null;
const listeners = new Set<() => void>();

/** Opens an overlay, which closes any other one; null closes it. */
export function openOverlay(overlay: Overlay): void {
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
