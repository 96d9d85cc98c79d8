const TICK_MS = 100;
/** Number of ticks without a key after which the typed text is dropped; one second on a responsive page. */
const QUIET_TICKS = 10;

/**
 * Collects the typed keys of one code. They are dropped after a second without a key. Ticks of a timer
 * measure the second instead of a clock: while the page is blocked, at most one tick passes, and the queued
 * keys arrive before the next tick.
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

  /** Returns the typed text and clears it. */
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
