/** What a hash costs, the same on both runtimes, so that each verifies the other's: KiB of memory and rounds. */
export const ARGON2ID = { memory: 19_456, rounds: 2 } as const;
