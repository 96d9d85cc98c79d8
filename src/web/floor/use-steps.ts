import { useEffect, useState } from 'react';
import type { KioskTools } from './kiosk-kind.ts';

interface Standing {
  at: string;
  /** What went wrong just now. */
  problem?: string;
}

interface Pace<S> {
  /** One and the same at each call. */
  start: S;
  /** Milliseconds after which nobody is there any more. */
  leftMs: number;
  /** Milliseconds after which what was done has been read. */
  readMs: number;
}

/**
 * Where somebody stands at a kiosk. It goes back to its start by itself: from `done` when that has been read, from
 * anywhere else when nobody goes on; but never from `busy`.
 */
export function useSteps<S extends Standing>(
  { start, leftMs, readMs }: Pace<S>,
  { signal, setIdle }: Pick<KioskTools, 'signal' | 'setIdle'>,
) {
  const [step, setStep] = useState(start);
  useEffect(() => {
    setIdle(step.at === start.at);
    if (step === start || step.at === 'busy') return;
    const timer = setTimeout(() => setStep(start), step.at === 'done' ? readMs : leftMs);
    return () => clearTimeout(timer);
  }, [step, setIdle, start, leftMs, readMs]);
  const wrong = (next: S, problem: string) => {
    signal('critical');
    setStep({ ...next, problem });
  };
  return { step, setStep, wrong };
}
