import { useEffect } from 'react';

/** Keeps the screen on while the page is shown, where the browser lets it. */
export function useWakeLock(): void {
  useEffect(() => {
    let isOver = false;
    let lock: { release(): Promise<void> } | undefined;
    const ask = async () => {
      if (isOver || document.visibilityState !== 'visible' || !navigator.wakeLock) return;
      // Refused on battery or without HTTPS: then the screen goes off as it would.
      lock = await navigator.wakeLock.request('screen').catch(() => undefined);
    };
    void ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', ask);
      void lock?.release();
    };
  }, []);
}
