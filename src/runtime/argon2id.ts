/** The cost of a password hash: memory in KiB, and the number of passes over it. */
export interface HashCost {
  memory: number;
  rounds: number;
}

/** The cost on both runtimes, so that each verifies the hashes of the other. */
export const ARGON2ID: HashCost = { memory: 19_456, rounds: 2 };
