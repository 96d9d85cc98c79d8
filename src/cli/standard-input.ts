import { fstatSync, read } from 'node:fs';

export const STANDARD_INPUT = 0;
const BYTES = 256;

/** Whether somebody is at the other end. A file, a console or nothing at all ends at once, or never. */
export function isPipe(descriptor: number): boolean {
  try {
    const stat = fstatSync(descriptor);
    return stat.isFIFO() || stat.isSocket();
  } catch {
    // It was closed before this process began.
    return false;
  }
}

/** Calls once whoever holds the other end lets go of it; what he writes is thrown away. */
export function onEndOf(descriptor: number, ended: () => void): void {
  read(descriptor, Buffer.alloc(BYTES), 0, BYTES, null, (cause, bytes) =>
    cause || bytes === 0 ? ended() : onEndOf(descriptor, ended),
  );
}
