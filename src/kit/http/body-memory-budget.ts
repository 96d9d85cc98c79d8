import { AppError } from '../errors.ts';
import { Tally } from '../tally.ts';

const MB = 1024 * 1024;
/** Bytes of large bodies that are held at once; whoever comes then waits with his. */
const ROOM = 32 * MB;
/** Of these, those of one caller; a body that is larger alone is taken all the same. */
const OF_ONE = ROOM / 2;
const LONGEST_WAIT_MS = 20_000;

/** How long a body may be on its way while others wait: a second, and one more for each of these bytes. */
const BYTES_PER_SECOND = 1.6 * MB;

interface Waiting {
  caller: string;
  bytes: number;
  enter(): void;
}

/** A body that is on its way. */
interface Arriving {
  /** Whether it has had its time. */
  isLate: boolean;
  giveUp: AbortController;
}

/** Keeps large bodies from filling the memory together: each is read once there is room for all of it. */
export class BodyMemoryBudget {
  private free = ROOM;
  private readonly line: Waiting[] = [];
  private readonly arriving = new Set<Arriving>();
  /** Bytes that are held, by caller. */
  private readonly held = new Tally<string>();
  /** Milliseconds of one second of a body's time. */
  protected readonly secondMs: number = 1000;

  /**
   * Receives a body of a caller and does the work with it while so many bytes are taken; 429 when there is no room for
   * them for long. `hurry` is aborted when the body is slow and somebody waits for its room.
   */
  async within<T>(
    caller: string,
    bytes: number,
    receive: (hurry: AbortSignal) => Promise<Uint8Array>,
    work: (body: Uint8Array) => Promise<T>,
  ): Promise<T> {
    const taken = Math.min(bytes, ROOM);
    await this.enter(caller, taken);
    try {
      return await work(await this.receive(taken, receive));
    } finally {
      this.hold(caller, -taken);
      this.admit();
    }
  }

  private hold(caller: string, bytes: number): void {
    this.free -= bytes;
    this.held.add(caller, bytes);
  }

  private async receive(bytes: number, receive: (hurry: AbortSignal) => Promise<Uint8Array>) {
    const body: Arriving = { isLate: false, giveUp: new AbortController() };
    const grace = this.secondMs * (1 + bytes / BYTES_PER_SECOND);
    const timer = setTimeout(() => {
      body.isLate = true;
      this.hurry();
    }, grace);
    this.arriving.add(body);
    try {
      return await receive(body.giveUp.signal);
    } finally {
      clearTimeout(timer);
      this.arriving.delete(body);
    }
  }

  /** Who waits does not wait for what hardly comes; whoever has his half waits for himself. */
  private hurry(): void {
    if (this.line.every((waiting) => this.hasHalf(waiting))) return;
    for (const { isLate, giveUp } of this.arriving) if (isLate) giveUp.abort();
  }

  private enter(caller: string, bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        caller,
        bytes,
        enter: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.line.splice(this.line.indexOf(waiting), 1);
        reject(noRoom());
        // Those behind it may be smaller.
        this.admit();
      }, LONGEST_WAIT_MS);
      this.line.push(waiting);
      this.admit();
      this.hurry();
    });
  }

  private hasHalf({ caller, bytes }: Waiting): boolean {
    const held = this.held.of(caller);
    return held > 0 && held + bytes > OF_ONE;
  }

  /** In the order in which they came; whoever has half of the room keeps nobody else waiting. */
  private admit(): void {
    for (const waiting of [...this.line]) {
      const { caller, bytes } = waiting;
      if (this.hasHalf(waiting)) continue;
      if (bytes > this.free) return;
      this.line.splice(this.line.indexOf(waiting), 1);
      this.hold(caller, bytes);
      waiting.enter();
    }
  }
}

const noRoom = () =>
  new AppError('RATE_LIMITED', 'Too many large reports arrive at once. Send it again later.', undefined, 30);
