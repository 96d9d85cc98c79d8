import { useEffect, useState } from 'react';

/** Returns the index of the shown item. It advances after each interval. */
export function useRotatingIndex(count: number, milliseconds: number): number {
  const [at, setAt] = useState(0);
  useEffect(() => {
    if (count < 2) return;
    const timer = setInterval(() => setAt((before) => before + 1), milliseconds);
    return () => clearInterval(timer);
  }, [count, milliseconds]);
  return count === 0 ? 0 : at % count;
}

/**
 * Returns the current time by the clock of the appliance, updated at each interval. `ahead` is the number of
 * milliseconds by which that clock is ahead of the browser.
 */
export function useNow(everyMs: number, ahead: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now + ahead;
}
