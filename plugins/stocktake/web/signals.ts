import type { Signal } from '../../../src/web/floor/sounds.ts';
import type { ScanOutcome } from '../labels.ts';

type Tone = Exclude<Signal, 'kept'>;

/** Returns the sound for the outcome of a scan. */
export const signalOf = (outcome: ScanOutcome): Tone =>
  outcome === 'found' || outcome === 'already' ? 'good' : outcome === 'unexpected' ? 'warning' : 'critical';

/** Returns the sound of a batch: that of its worst outcome, or `good` for an empty one. */
export function worstOf(outcomes: readonly ScanOutcome[]): Tone {
  const tones = new Set(outcomes.map(signalOf));
  return tones.has('critical') ? 'critical' : tones.has('warning') ? 'warning' : 'good';
}
