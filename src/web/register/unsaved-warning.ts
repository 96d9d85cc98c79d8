import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';

const LEAVE_QUESTION = 'Leave without saving? Your changes will be lost.';

/**
 * Asks for confirmation before the page is left while `dirty`: by a link, the back button, or closing the
 * tab. Returns a function that permits leaving, for use after saving.
 */
export function useUnsavedWarning(dirty: boolean): () => void {
  const { history } = useRouter();
  const free = useRef(false);
  useEffect(() => {
    if (!dirty) return;
    free.current = false;
    return history.block({
      blockerFn: () => !free.current && !window.confirm(LEAVE_QUESTION),
      enableBeforeUnload: () => !free.current,
    });
  }, [dirty, history]);
  return useCallback(() => {
    free.current = true;
  }, []);
}
