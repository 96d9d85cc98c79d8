import { useEffect, useState } from 'react';
import type { KioskTools } from './kiosk-kind.ts';

interface StepState {
  at: string;
  /** Error message of the last action; absent without an error. */
  problem?: string;
}

interface Pace<S> {
  /** Initial step; the same object at each call. */
  start: S;
  /** Milliseconds after which the user has probably left. */
  leftMs: number;
  /** Milliseconds after which the user has read the result. */
  readMs: number;
}

/**
 * Manages the current step at a kiosk, and declares it idle at the start. Returns to the start automatically:
 * from `done` after the reading time, from other steps when the user has left, but never from `busy`.
 * `showProblem` shows a step with an error message and gives the critical signal.
 */
export function useSteps<S extends StepState>(
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
  const showProblem = (next: S, problem: string) => {
    signal('critical');
    setStep({ ...next, problem });
  };
  return { step, setStep, showProblem };
}
