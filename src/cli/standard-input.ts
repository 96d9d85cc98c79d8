import { fstatSync, read } from 'node:fs';

export const STANDARD_INPUT = 0;
const BYTES = 256;

/**
 * Reports whether another process may be at the other end, so that the end of the input can mean that it has
 * ended. A read from a file, a console or a closed descriptor says nothing about another process.
 */
export function isPipe(descriptor: number): boolean {
  try {
    const stat = fstatSync(descriptor);
    return stat.isFIFO() || stat.isSocket();
  } catch {
    // The descriptor was closed before this process started.
    return false;
  }
}

/** Calls `ended` once, when the other end closes the pipe or reading fails. Discards the input. */
export function onEndOf(descriptor: number, ended: () => void): void {
  read(descriptor, Buffer.alloc(BYTES), 0, BYTES, null, (cause, bytes) =>
    cause || bytes === 0 ? ended() : onEndOf(descriptor, ended),
  );
}
