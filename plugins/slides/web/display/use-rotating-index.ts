import { useEffect, useState } from 'react';

/** Which of several is shown, each for some time. */
export function useRotatingIndex(count: number, milliseconds: number): number {
  const [at, setAt] = useState(0);
  useEffect(() => {
    if (count < 2) return;
    const timer = setInterval(() => setAt((before) => before + 1), milliseconds);
    return () => clearInterval(timer);
  }, [count, milliseconds]);
  return count === 0 ? 0 : at % count;
}

/** The instant by the appliance's clock, as often as is said. */
export function useNow(everyMs: number, ahead: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now + ahead;
}
