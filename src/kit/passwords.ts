import { type HashCost, runtime } from '#runtime';
import type { WriteContext } from './data/tx.ts';
import { AppError } from './errors.ts';
import { FairQueue } from './fair-queue.ts';
import { networkOf } from './http/client-address.ts';
import { listPasswordSpellings, normalizePassword } from './password-spellings.ts';

const PARALLEL = 2;
/** So many may wait of those who have not been right lately, or of one address. */
const MAX_WAITING = 200;
/** So many addresses are remembered that somebody's right password came from. */
const MAX_TRUSTED_ADDRESSES = 1000;

/** Who says a password. */
interface Trying {
  address: string;
  /** Is aborted when the caller leaves. */
  left?: AbortSignal;
}

/**
 * Hashing and checking passwords. Each hash takes 19 MiB and a core: a storm of logins waits, and one of each address
 * comes after the other; first those from where a right one came before.
 */
export class Passwords {
  private running = 0;
  private readonly trusted = new Set<string>();
  private readonly waiting = new FairQueue();
  private readonly trustedWaiting = new FairQueue();
  private decoy: Promise<string> | undefined;

  /** `cost` is that of new hashes, default ARGON2ID. */
  constructor(private readonly cost?: HashCost) {}

  /** Asks once more whether the caller may do what it is for: many may wait for theirs. Throws as that, and 503. */
  async hash(password: string, context: Pick<WriteContext, 'stillMay'>): Promise<string> {
    const hash = await this.hashInTurn(password);
    await context.stillMay?.();
    return hash;
  }

  private hashInTurn(password: string): Promise<string> {
    return this.inTurn({ address: '' }, () => runtime.hashPassword(normalizePassword(password), this.cost));
  }

  /** Compared with where nobody has the name. Made again where too many waited for it to be made. */
  private decoyHash(): Promise<string> {
    this.decoy ??= this.hashInTurn(crypto.randomUUID()).catch((cause: unknown) => {
      this.decoy = undefined;
      throw cause;
    });
    return this.decoy;
  }

  /**
   * Whether the password is right. An unknown user, without a hash, costs the same time as a known one. 503 while too
   * many wait.
   */
  async verify(password: string, hash: string | undefined, trying: Trying): Promise<boolean> {
    const decoy = this.decoyHash();
    // Whoever has a hash of his own does not need it.
    decoy.catch(() => undefined);
    const against = hash ?? (await decoy);
    const right = await this.inTurn(trying, () => this.compareSpellings(password, against));
    if (!right || hash === undefined) return false;
    this.trust(networkOf(trying.address));
    return true;
  }

  /**
   * Compares the composed form of the password (NFC), then the text as typed: a hash may be older than the rule that
   * passwords are composed. How many comparisons this takes depends on the typed text alone, never on the account.
   */
  private async compareSpellings(password: string, hash: string): Promise<boolean> {
    for (const spelling of listPasswordSpellings(password))
      if (await this.compare(spelling, hash)) return true;
    return false;
  }

  protected compare(password: string, hash: string): Promise<boolean> {
    return runtime.verifyPassword(password, hash);
  }

  private trust(network: string): void {
    this.trusted.delete(network);
    this.trusted.add(network);
    const [oldest] = this.trusted;
    if (this.trusted.size > MAX_TRUSTED_ADDRESSES) this.trusted.delete(oldest!);
  }

  private async inTurn<T>(trying: Trying, work: () => Promise<T>): Promise<T> {
    if (this.running >= PARALLEL) await this.wait(trying);
    this.running++;
    try {
      return await work();
    } finally {
      this.running--;
      (this.trustedWaiting.size > 0 ? this.trustedWaiting : this.waiting).next();
    }
  }

  private wait({ address, left }: Trying): Promise<void> {
    const network = networkOf(address);
    // A new one is said by who has signed in.
    const isTrusted = address === '' || this.trusted.has(network);
    const queue = isTrusted ? this.trustedWaiting : this.waiting;
    if ((isTrusted ? queue.lengthOf(network) : queue.size) >= MAX_WAITING) throw tooMany();
    return queue.join(network, left);
  }
}

const tooMany = () =>
  new AppError('BUSY', 'Too many sign in at this moment. Try again in some seconds.', undefined, 5);
