/**
 * Returns a generator of pseudorandom choices. The same seed gives the same choices, so that a failure can be
 * reproduced.
 */
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
    /** Returns an integer from 0 to `limit` - 1. */
    below,
    oneOf: <T>(choices: readonly T[]): T => choices[below(choices.length)]!,
    /** Returns at least one of the choices. */
    someOf: <T>(choices: readonly T[]): T[] => {
      const chosen = choices.filter(() => below(2) === 0);
      return chosen.length > 0 ? chosen : [choices[below(choices.length)]!];
    },
  };
}
