/** Seeded source of numbers. The same key always yields the same numbers, independent of other sources. */
export interface Random {
  /** Returns a number from 0 (included) to 1 (excluded). */
  fraction(): number;
  /** Returns a whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Picks by weight: `[item, weight]`. */
  weighted<T>(items: readonly (readonly [T, number])[]): T;
}

/**
 * Creates a source of random values, always the same for the same key. So an asset can be generated without
 * those before it.
 */
export function createRandom(...key: (string | number)[]): Random {
  let state = fnv1a(key.join('\u0000'));
  // mulberry32 is small, fast and even enough for demo data; no secret depends on it.
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const pick = <T>(items: readonly T[]): T => items[Math.floor(fraction() * items.length)]!;
  return {
    fraction,
    pick,
    whole: (low, high) => low + Math.floor(fraction() * (high - low + 1)),
    chance: (probability) => fraction() < probability,
    weighted: (items) => {
      let left = fraction() * items.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of items) {
        left -= weight;
        if (left < 0) return item;
      }
      return items[0]![0];
    },
  };
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
