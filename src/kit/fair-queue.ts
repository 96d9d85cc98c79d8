import { AppError } from './errors.ts';

interface QueueEntry {
  enter(): void;
}

/**
 * A queue with several lines, which take turns however long each is. A caller that disconnects leaves its
 * line.
 */
export class FairQueue<L = string> {
  private readonly lines = new Map<L, QueueEntry[]>();
  size = 0;

  /** Returns the number of callers in a line. */
  lengthOf(line: L): number {
    return this.lines.get(line)?.length ?? 0;
  }

  /** Resolves when it is the caller's turn. Rejects when the caller has disconnected. */
  join(line: L, disconnected?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.remove(line, waiting);
        reject(hasLeft());
      };
      const waiting: QueueEntry = {
        enter: () => {
          disconnected?.removeEventListener('abort', leave);
          resolve();
        },
      };
      if (disconnected?.aborted) return reject(hasLeft());
      disconnected?.addEventListener('abort', leave, { once: true });
      this.size++;
      const others = this.lines.get(line);
      if (others) others.push(waiting);
      else this.lines.set(line, [waiting]);
    });
  }

  /**
   * Admits the next caller, from the next line in turn or from a specific line. Reports whether there was
   * one.
   */
  next(line: L | undefined = this.first): boolean {
    const waiting = line === undefined ? undefined : this.lines.get(line);
    if (line === undefined || !waiting) return false;
    this.lines.delete(line);
    this.size--;
    waiting.shift()!.enter();
    if (waiting.length > 0) this.lines.set(line, waiting);
    return true;
  }

  private get first(): L | undefined {
    const [first] = this.lines.keys();
    return first;
  }

  private remove(line: L, one: QueueEntry): void {
    const waiting = this.lines.get(line);
    const at = waiting?.indexOf(one) ?? -1;
    if (at < 0) return;
    waiting!.splice(at, 1);
    this.size--;
    if (waiting!.length === 0) this.lines.delete(line);
  }
}

const hasLeft = () => new AppError('BAD_REQUEST', 'The caller disconnected while waiting.');
