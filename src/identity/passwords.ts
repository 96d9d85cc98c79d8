import { z } from 'zod';

/** The parameters are explicit, so that hashes stay comparable whatever the runtime's default becomes. */
const ARGON2ID = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const;
const PARALLEL = 2;

export const passwordSchema = z
  .string()
  .min(8, 'Use at least 8 characters.')
  .max(256, 'Use at most 256 characters.')
  .meta({ title: 'Password', format: 'password' });

let running = 0;
const waiting: (() => void)[] = [];

/** Each hash takes 19 MiB and a core: a storm of logins waits in line instead of taking the box. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= PARALLEL) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    return await work();
  } finally {
    running--;
    waiting.shift()?.();
  }
}

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => Bun.password.hash(password, ARGON2ID));

let decoy: Promise<string> | undefined;

/** Whether the password is right. An unknown user costs the same time as a known one. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  decoy ??= hashPassword(crypto.randomUUID());
  const against = hash ?? (await decoy);
  const right = await inTurn(() => Bun.password.verify(password, against));
  return right && hash !== undefined;
}
