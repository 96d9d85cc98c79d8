/** Work that must not overlap: each begins once the one before it is through, however that ended. */
export class Mutex {
  private last: Promise<unknown> = Promise.resolve();

  do<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.last.then(work);
    this.last = mine.catch(() => undefined);
    return mine;
  }
}
