import { useMemo } from 'react';

/**
 * Tones in hertz with their length in seconds, played one after the other, and the vibration of a phone in
 * milliseconds.
 */
const SIGNALS: Record<
  'kept' | 'good' | 'warning' | 'critical',
  { tones: [hertz: number, seconds: number][]; shakes: number[] }
> = {
  kept: { tones: [[520, 0.05]], shakes: [30] },
  good: { tones: [[1320, 0.09]], shakes: [60] },
  warning: {
    tones: [
      [880, 0.12],
      [660, 0.16],
    ],
    shakes: [80, 60, 80],
  },
  critical: { tones: [[220, 0.4]], shakes: [300] },
};
export type Signal = keyof typeof SIGNALS;

/**
 * Returns a function that signals the result of a scan with a tone and vibration, unless it is muted. Workers
 * do not look at the screen while they scan.
 */
export function useSignals(isMuted: boolean): (signal: Signal) => void {
  const sounds = useMemo(() => new Sounds(), []);
  return (signal) => {
    if (isMuted) return;
    sounds.play(SIGNALS[signal].tones);
    navigator.vibrate?.(SIGNALS[signal].shakes);
  };
}

class Sounds {
  private context: AudioContext | undefined;

  play(tones: readonly [hertz: number, seconds: number][]): void {
    if (typeof AudioContext === 'undefined') return;
    this.context ??= new AudioContext();
    const { context } = this;
    void context.resume();
    let at = context.currentTime;
    for (const [hertz, seconds] of tones) {
      const [tone, volume] = [context.createOscillator(), context.createGain()];
      tone.frequency.value = hertz;
      volume.gain.setValueAtTime(0.2, at);
      volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
      tone.connect(volume).connect(context.destination);
      tone.start(at);
      tone.stop(at + seconds);
      at += seconds;
    }
  }
}
