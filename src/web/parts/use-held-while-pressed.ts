import { useState } from 'react';

/** Time after a release in which the browser sends its click. */
const CLICK_MS = 100;

/**
 * Returns the value, and a handler for `onPointerDown` of the list that shows it. From a press until the click,
 * the value stays the same. Otherwise an option that moves in between would not receive the click.
 */
export function useHeldWhilePressed<T>(value: T): [T, () => void] {
  const [held, setHeld] = useState<{ value: T } | null>(null);
  const shown = held ? held.value : value;
  const hold = () => {
    const own = { value: shown };
    setHeld(own);
    const end = new AbortController();
    const release = () => {
      end.abort();
      setTimeout(() => setHeld((current) => (current === own ? null : current)), CLICK_MS);
    };
    for (const name of ['pointerup', 'pointercancel'])
      window.addEventListener(name, release, { signal: end.signal });
  };
  return [shown, hold];
}
