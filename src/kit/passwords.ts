import { runtime } from '#runtime';

const PARALLEL = 2;

/** Hashing and checking passwords. Each hash takes 19 MiB and a core: a storm of logins waits in line. */
export class Passwords {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private decoy: Promise<string> | undefined;

  hash(password: string): Promise<string> {
    return this.inTurn(() => runtime.hashPassword(password));
  }

  /** Whether the password is right. An unknown user, without a hash, costs the same time as a known one. */
  async verify(password: string, hash: string | undefined): Promise<boolean> {
    this.decoy ??= this.hash(crypto.randomUUID());
    const against = hash ?? (await this.decoy);
    const right = await this.inTurn(() => runtime.verifyPassword(password, against));
    return right && hash !== undefined;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= PARALLEL) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running++;
    try {
      return await work();
    } finally {
      this.running--;
      this.waiting.shift()?.();
    }
  }
}
