import { useEffect } from 'react';

/** Keeps the screen on while the page is visible, if the browser supports it. */
export function useWakeLock(): void {
  useEffect(() => {
    let isOver = false;
    let lock: { release(): Promise<void> } | undefined;
    const ask = async () => {
      if (isOver || document.visibilityState !== 'visible' || !navigator.wakeLock) return;
      // The request is rejected on battery or without HTTPS. The screen then turns off as usual.
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
