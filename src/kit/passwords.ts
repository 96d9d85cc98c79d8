import { type HashCost, runtime } from '#runtime';
import type { WriteContext } from './data/tx.ts';
import { AppError } from './errors.ts';
import { FairQueue } from './fair-queue.ts';
import { networkOf } from './http/client-address.ts';
import { listPasswordSpellings, normalizePassword } from './password-spellings.ts';

const PARALLEL = 2;
/**
 * The maximum number of waiting attempts: from all untrusted networks together, or from one trusted network.
 */
const MAX_WAITING = 200;
/** The maximum number of networks that are remembered because a correct password came from them. */
const MAX_TRUSTED_ADDRESSES = 1000;

/** The caller of an attempt. */
interface PasswordAttempt {
  address: string;
  /** Aborts when the caller disconnects. */
  left?: AbortSignal;
}

/**
 * Hashes and verifies passwords. Each hash takes 19 MiB and one core, so attempts wait during a burst of
 * sign-ins. Networks take turns, and those that sent a correct password before come first.
 */
export class Passwords {
  private running = 0;
  private readonly trusted = new Set<string>();
  private readonly waiting = new FairQueue();
  private readonly trustedWaiting = new FairQueue();
  private decoy: Promise<string> | undefined;

  /** `cost` applies to new hashes and defaults to ARGON2ID. */
  constructor(private readonly cost?: HashCost) {}

  /**
   * Returns the hash of a password. Then checks again whether the caller may still make the change, because
   * the wait can be long. Throws the error of that check, and 503 while too many attempts wait.
   */
  async hash(password: string, context: Pick<WriteContext, 'recheckAccess'>): Promise<string> {
    const hash = await this.hashInTurn(password);
    await context.recheckAccess?.();
    return hash;
  }

  private hashInTurn(password: string): Promise<string> {
    return this.inTurn({ address: '' }, () => runtime.hashPassword(normalizePassword(password), this.cost));
  }

  /**
   * Returns a hash to compare with when the user name does not exist. A failed attempt to create it, for
   * example because of a long queue, is repeated next time.
   */
  private decoyHash(): Promise<string> {
    this.decoy ??= this.hashInTurn(crypto.randomUUID()).catch((cause: unknown) => {
      this.decoy = undefined;
      throw cause;
    });
    return this.decoy;
  }

  /**
   * Reports whether the password is correct. An unknown user, which has no hash, takes about the same time as
   * an existing one. Throws 503 while too many attempts wait, and 400 when the caller disconnects during the
   * wait.
   */
  async verify(password: string, hash: string | undefined, attempt: PasswordAttempt): Promise<boolean> {
    const decoy = this.decoyHash();
    // A caller with a hash does not need the decoy, so its failure is ignored.
    decoy.catch(() => undefined);
    const against = hash ?? (await decoy);
    const right = await this.inTurn(attempt, () => this.compareSpellings(password, against));
    if (!right || hash === undefined) return false;
    this.trustNetwork(networkOf(attempt.address));
    return true;
  }

  /**
   * Compares the composed form of the password (NFC), then the typed text, because an old hash may be based
   * on that. A wrong password is compared equally often for every account, because the number of spellings
   * depends only on the typed text.
   */
  private async compareSpellings(password: string, hash: string): Promise<boolean> {
    for (const spelling of listPasswordSpellings(password))
      if (await this.compare(spelling, hash)) return true;
    return false;
  }

  protected compare(password: string, hash: string): Promise<boolean> {
    return runtime.verifyPassword(password, hash);
  }

  private trustNetwork(network: string): void {
    this.trusted.delete(network);
    this.trusted.add(network);
    const [oldest] = this.trusted;
    if (this.trusted.size > MAX_TRUSTED_ADDRESSES) this.trusted.delete(oldest!);
  }

  private async inTurn<T>(attempt: PasswordAttempt, work: () => Promise<T>): Promise<T> {
    if (this.running >= PARALLEL) await this.wait(attempt);
    this.running++;
    try {
      return await work();
    } finally {
      this.running--;
      (this.trustedWaiting.size > 0 ? this.trustedWaiting : this.waiting).next();
    }
  }

  private wait({ address, left }: PasswordAttempt): Promise<void> {
    const network = networkOf(address);
    // An empty address means a new password, which a signed-in user sets.
    const isTrusted = address === '' || this.trusted.has(network);
    const queue = isTrusted ? this.trustedWaiting : this.waiting;
    if ((isTrusted ? queue.lengthOf(network) : queue.size) >= MAX_WAITING) throw tooMany();
    return queue.join(network, left);
  }
}

const tooMany = () =>
  new AppError('BUSY', 'Too many users are signing in. Try again in a few seconds.', undefined, 5);
