import { useEffect, useRef } from 'react';

/** A wedge scanner types faster than that; longer pauses begin a new code. */
const PAUSE_MS = 250;

/**
 * Codes of a wedge scanner, which types each and presses Enter, wherever the focus is but in a field that somebody
 * fills in. The last handler that was given is called.
 */
export function useScanner(onCode: (code: string) => void): void {
  const handler = useRef(onCode);
  handler.current = onCode;
  useEffect(() => {
    let typed = '';
    let last = 0;
    const press = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      if (target instanceof HTMLElement && target.closest('input, textarea, select, [role="dialog"]')) return;
      if (event.timeStamp - last > PAUSE_MS) typed = '';
      last = event.timeStamp;
      if (key === 'Enter' || key === 'Tab') {
        if (typed === '') return;
        // The button that has the focus is not pressed by a scan.
        event.preventDefault();
        const code = typed.trim();
        typed = '';
        if (code) handler.current(code);
      } else if (key.length === 1 && !ctrlKey && !metaKey && !altKey) {
        if (typed !== '') event.preventDefault();
        typed += key;
      }
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, []);
}
