const TICK_MS = 100;
/** Ticks without a key after which what was typed is dropped: one second of a page that keeps up. */
const QUIET_TICKS = 10;

/**
 * Keys that were typed and not entered yet. Stray keys are dropped after a quiet time, which is counted in ticks and
 * not read from a clock: however long the page is blocked, that is one tick, and the keys that queued up meanwhile
 * arrive before the next ones.
 */
export class TypedKeys {
  private text = '';
  private quiet = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  get isEmpty(): boolean {
    return this.text === '';
  }

  add(key: string): void {
    this.text += key;
    this.quiet = 0;
    this.timer ??= setTimeout(this.tick, TICK_MS);
  }

  /** Answers what was typed and forgets it. */
  take(): string {
    const { text } = this;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.text = '';
    return text;
  }

  private tick = (): void => {
    this.timer = undefined;
    if (++this.quiet >= QUIET_TICKS) this.take();
    else this.timer = setTimeout(this.tick, TICK_MS);
  };
}
