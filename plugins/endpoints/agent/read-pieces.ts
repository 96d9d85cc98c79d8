import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** A pipe is opened without waiting for its writer, because there may be none. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const CHUNK_BYTES = 1024 * 1024;

/**
 * Reads a file in pieces, up to its size at the start. Returns false without reading when it is larger than
 * the limit or no regular file. A pipe or a device may never end. `onPiece` must copy what it keeps, because
 * the next piece overwrites it. Rejects when the file cannot be opened or read.
 */
export async function readPieces(
  path: string,
  most: number,
  onPiece: (piece: Buffer) => void,
): Promise<boolean> {
  const file = await open(path, OPEN_FLAGS);
  try {
    const stat = await file.stat();
    if (!stat.isFile() || stat.size > most) return false;
    const piece = Buffer.alloc(Math.min(CHUNK_BYTES, stat.size));
    for (let at = 0; at < stat.size; ) {
      const { bytesRead } = await file.read(piece, 0, Math.min(piece.length, stat.size - at), at);
      if (bytesRead === 0) break;
      onPiece(piece.subarray(0, bytesRead));
      at += bytesRead;
    }
    return true;
  } finally {
    await file.close();
  }
}
