import { useEffect, useState } from 'react';

const SHOWN_MS = 6000;

/** Reports whether a mouse, a finger or a keyboard was used at the screen in the last six seconds. */
export function useActivity(): boolean {
  const [isTouched, setTouched] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const touch = () => {
      setTouched(true);
      clearTimeout(timer);
      timer = setTimeout(() => setTouched(false), SHOWN_MS);
    };
    const kinds = ['pointermove', 'pointerdown', 'keydown'] as const;
    for (const kind of kinds) addEventListener(kind, touch);
    return () => {
      clearTimeout(timer);
      for (const kind of kinds) removeEventListener(kind, touch);
    };
  }, []);
  return isTouched;
}
