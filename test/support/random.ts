/** Choices that look random and are the same for the same seed, so that a failure can be run again. */
export function createChooser(seed: number) {
  let state = seed * 2_654_435_761;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    /** A whole number from 0 to `limit` - 1. */
    below,
    oneOf: <T>(choices: readonly T[]): T => choices[below(choices.length)]!,
    /** At least one of them. */
    someOf: <T>(choices: readonly T[]): T[] => {
      const chosen = choices.filter(() => below(2) === 0);
      return chosen.length > 0 ? chosen : [choices[below(choices.length)]!];
    },
  };
}
