import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';

const QUESTION = 'Leave without saving? What you have entered is lost.';

/**
 * While `dirty`, asks before the page is left: by a link, by the back button, or by closing the tab. Answers a
 * function that lets the next step pass, for use after saving.
 */
export function useUnsavedWarning(dirty: boolean): () => void {
  const { history } = useRouter();
  const free = useRef(false);
  useEffect(() => {
    if (!dirty) return;
    free.current = false;
    return history.block({
      blockerFn: () => !free.current && !window.confirm(QUESTION),
      enableBeforeUnload: () => !free.current,
    });
  }, [dirty, history]);
  return useCallback(() => {
    free.current = true;
  }, []);
}
