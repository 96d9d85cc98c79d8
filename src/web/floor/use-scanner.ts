import { useLayoutEffect, useRef } from 'react';
import { readScan } from '../../kit/scanned-code.ts';
import { TypedKeys } from './typed-keys.ts';

/**
 * Receives the codes of a wedge scanner, which types each code and presses Enter or Tab. Works with any
 * focus, except in a field or a dialog. Keys without Enter or Tab are dropped after a second (`TypedKeys`).
 * Calls the handler of the last rendering.
 */
export function useScanner(onCode: (code: string) => void): void {
  const handler = useRef(onCode);
  handler.current = onCode;
  // Registered before the step is visible, because a worker may scan as soon as the step appears.
  useLayoutEffect(() => {
    const typed = new TypedKeys();
    const press = (event: KeyboardEvent) => {
      if (isInField(event.target)) return;
      if (event.key === 'Enter' || event.key === 'Tab') {
        if (typed.isEmpty) return;
        // Prevents the scan from pressing the focused button.
        event.preventDefault();
        const code = readScan(typed.take());
        if (code) handler.current(code);
      } else if (isOfCode(event)) {
        if (typed.isEmpty && event.key === ' ') return; // A space presses the focused button.
        if (!typed.isEmpty) event.preventDefault();
        typed.add(event.key);
      }
    };
    window.addEventListener('keydown', press, true);
    return () => {
      window.removeEventListener('keydown', press, true);
      typed.take();
    };
  }, []);
}

const isInField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [role="dialog"]') !== null;

const isOfCode = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;
