import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** The writer of a pipe is not waited for, who may never come. */
const AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const PIECE = 1024 * 1024;

/**
 * Hands over a file in pieces, as much as there was in the beginning. False, and nothing, for what is larger than `most`
 * bytes, and for what is no file: a pipe or a device may never end.
 */
export async function readPieces(
  path: string,
  most: number,
  take: (piece: Buffer) => void,
): Promise<boolean> {
  const file = await open(path, AT_ONCE);
  try {
    const stat = await file.stat();
    if (!stat.isFile() || stat.size > most) return false;
    const piece = Buffer.alloc(Math.min(PIECE, stat.size));
    for (let at = 0; at < stat.size; ) {
      const { bytesRead } = await file.read(piece, 0, Math.min(piece.length, stat.size - at), at);
      if (bytesRead === 0) break;
      take(piece.subarray(0, bytesRead));
      at += bytesRead;
    }
    return true;
  } finally {
    await file.close();
  }
}
