import { closeSync, createReadStream, fdatasyncSync, openSync, writeSync } from 'node:fs';

/** The maximum number of bytes of a new file that wait in the cache of the system. */
const MAX_UNFLUSHED_BYTES = 8 * 1024 * 1024;

/**
 * Writes a new file, which only its owner may read, and flushes it in small portions. Otherwise each commit
 * of the database waits for hundreds of milliseconds while the system writes a large file to the same disk.
 * Blocks its thread and belongs in a worker. Throws an error when the file exists. Throws the error of the
 * disk, and leaves an incomplete file then.
 */
export async function writeSteadily(file: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = openSync(file, 'wx', 0o600);
  try {
    const write = createSteadyWriter(handle);
    for await (const chunk of content) write(chunk);
    fdatasyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Copies a file in the way of `writeSteadily`. */
export const copySteadily = (from: string, to: string): Promise<void> =>
  writeSteadily(to, createReadStream(from));

/**
 * Returns a function that appends to an open file and flushes it in small portions. The caller flushes the
 * last portion.
 */
export function createSteadyWriter(handle: number): (chunk: Uint8Array) => void {
  let unflushed = 0;
  return (chunk) => {
    for (let done = 0; done < chunk.length; ) done += writeSync(handle, chunk, done);
    unflushed += chunk.length;
    if (unflushed < MAX_UNFLUSHED_BYTES) return;
    fdatasyncSync(handle);
    unflushed = 0;
  };
}
