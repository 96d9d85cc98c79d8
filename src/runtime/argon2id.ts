/** What a password hash costs: KiB of memory, and rounds over it. */
export interface HashCost {
  memory: number;
  rounds: number;
}

/** The cost on both runtimes, so that each verifies the hashes of the other. */
export const ARGON2ID: HashCost = { memory: 19_456, rounds: 2 };
