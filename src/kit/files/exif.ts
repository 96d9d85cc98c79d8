import { computeCrc32 } from './crc32.ts';

/** The tag, type and count of the orientation in a TIFF directory. */
const [ORIENTATION, SHORT, ONE] = [0x0112, 3, 1];
const ENTRY_BYTES = 12;
const MAGIC = 42;

/**
 * Returns the orientation in EXIF data, 1 (upright) to 8. Returns undefined when they declare none. The data
 * start with the TIFF header. Browsers read the first valid entry of the first directory, in the byte order
 * of the header.
 */
export function readOrientation(tiff: Buffer): number | undefined {
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return undefined;
  const isLittle = order === 'II';
  const readShort = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const readLong = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const directory = readLong(4);
  if (readShort(2) !== MAGIC || directory + 2 > tiff.length) return undefined;
  const end = Math.min(directory + 2 + readShort(directory) * ENTRY_BYTES, tiff.length);
  for (let at = directory + 2; at + ENTRY_BYTES <= end; at += ENTRY_BYTES) {
    if (readShort(at) !== ORIENTATION || readShort(at + 2) !== SHORT || readLong(at + 4) !== ONE) continue;
    const value = readShort(at + 8);
    if (value >= 1 && value <= 8) return value;
  }
  return undefined;
}

/** EXIF data with a single entry, the orientation 0. */
const ORIENTATION_ONLY = '4d4d002a00000008000101120003000000010000000000000000';

/** Returns EXIF data that declare this orientation and nothing else. */
export function makeOrientationExif(value: number): Buffer {
  const tiff = Buffer.from(ORIENTATION_ONLY, 'hex');
  tiff.writeUInt16BE(value, 18);
  return tiff;
}

/** The start of the EXIF data in a JPEG; one more byte of any value follows. */
const EXIF = 'Exif\0';

/**
 * Returns the EXIF data in an APP1 segment of a JPEG. Returns undefined when the segment contains something
 * else.
 */
export const findExif = (body: Buffer): Buffer | undefined =>
  body.toString('latin1', 0, EXIF.length) === EXIF ? body.subarray(EXIF.length + 1) : undefined;

/** The size of a PNG chunk without its data in bytes: length and name before the data, checksum after it. */
export const CHUNK_BYTES = 12;

/**
 * Returns the EXIF data in a PNG chunk. Returns undefined for another chunk and for a damaged one, which
 * browsers ignore.
 */
export function readExifChunk(chunk: Buffer): Buffer | undefined {
  const end = chunk.length - 4;
  const isExif = chunk.toString('latin1', 4, 8) === 'eXIf';
  return isExif && chunk.readUInt32BE(end) === computeCrc32(chunk.subarray(4, end))
    ? chunk.subarray(8, end)
    : undefined;
}

/** Returns a PNG chunk with EXIF data that declare this orientation and nothing else. */
export function makeOrientationChunk(value: number): Buffer {
  const data = makeOrientationExif(value);
  const chunk = Buffer.concat([Buffer.alloc(8), data, Buffer.alloc(4)]);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write('eXIf', 4, 'latin1');
  chunk.writeUInt32BE(computeCrc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}

/** Reports whether browsers show a picture of this orientation with width and height swapped. */
export const isSideways = (orientation: number | undefined): boolean => (orientation ?? 1) >= 5;
