/** The cost of a password hash: memory in KiB, and the number of passes over it. */
export interface HashCost {
  memory: number;
  rounds: number;
}

/** The default cost of password hashes on both runtimes. */
export const ARGON2ID: HashCost = { memory: 19_456, rounds: 2 };
