import { CHUNK_BYTES, findExif, isSideways, readExifChunk, readOrientation } from './exif.ts';
import { decodeXml, parseSvgRoot, readSvgSize } from './svg.ts';

/**
 * The format of a picture and its size in pixels as browsers show it. The size is null when the file does not
 * declare one.
 */
export interface PictureHeader {
  extension: string;
  mediatype: string;
  width: number | null;
  height: number | null;
}

type Size = { width: number; height: number } | null;

interface Format {
  extension: string;
  mediatype: string;
  fits(head: Buffer): boolean;
  size(head: Buffer): Size;
}

/**
 * The formats that the appliance displays, except SVG. The time of each reader is linear in the number of
 * bytes, so that no content makes it slow.
 */
const FORMATS: readonly Format[] = [
  {
    extension: 'png',
    mediatype: 'image/png',
    fits: (head) => head.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n',
    size: pngSize,
  },
  {
    extension: 'jpg',
    mediatype: 'image/jpeg',
    fits: (head) => head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff,
    size: jpegSize,
  },
  {
    extension: 'gif',
    mediatype: 'image/gif',
    fits: (head) => /^GIF8[79]a/.test(head.toString('latin1', 0, 6)),
    size: (head) => (head.length < 10 ? null : { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }),
  },
  {
    extension: 'webp',
    mediatype: 'image/webp',
    fits: (head) => /^RIFF....WEBP/s.test(head.toString('latin1', 0, 12)),
    size: webpSize,
  },
  {
    extension: 'bmp',
    mediatype: 'image/bmp',
    fits: (head) =>
      head.length >= 26 && head.toString('latin1', 0, 2) === 'BM' && head.readUInt32LE(14) >= 40,
    // A negative height means that the rows are stored from top to bottom.
    size: (head) => ({ width: Math.max(0, head.readInt32LE(18)), height: Math.abs(head.readInt32LE(22)) }),
  },
  {
    extension: 'ico',
    mediatype: 'image/x-icon',
    fits: (head) => head.length >= 22 && head.readUInt32BE(0) === 0x100 && head.readUInt16LE(4) > 0,
    // Width and height are one byte each; 0 means 256.
    size: (head) => ({ width: head[6] || 256, height: head[7] || 256 }),
  },
];

/** The extensions of the supported pictures, without the dot. */
export const PICTURE_EXTENSIONS: ReadonlySet<string> = new Set([
  'svg',
  ...FORMATS.map((one) => one.extension),
]);

/** The number of bytes that identify any format except SVG. */
const SHOWN_BYTES = 32;

/**
 * Reports whether a picture of this format can start with these bytes. Returns undefined when there are too
 * few bytes to decide.
 */
export function canStartPicture(head: Buffer, extension: string): boolean | undefined {
  if (head.length < SHOWN_BYTES) return undefined;
  const format = FORMATS.find((one) => one.extension === extension);
  return format ? format.fits(head) : /^\uFEFF?\s*(?:<|$)/.test(decodeXml(head.subarray(0, SHOWN_BYTES)));
}

/**
 * Returns the picture format of a file from its first bytes. Returns undefined when it is none of the
 * supported formats.
 */
export function pictureHeader(head: Buffer): PictureHeader | undefined {
  const format = FORMATS.find(({ fits }) => fits(head));
  if (format) {
    const { extension, mediatype } = format;
    return { extension, mediatype, ...(format.size(head) ?? { width: null, height: null }) };
  }
  const root = parseSvgRoot(decodeXml(head));
  if (!root) return undefined;
  return {
    extension: 'svg',
    mediatype: 'image/svg+xml',
    ...(readSvgSize(root) ?? { width: null, height: null }),
  };
}

/** Reports whether a marker is a frame header, SOF0 to SOF15. DHT, JPG and DAC are in the same range. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

const [APP1, SCAN] = [0xe1, 0xda];

/**
 * Reads the segments of a JPEG up to its pixels. The first EXIF segment determines how browsers rotate the
 * picture, and it may come before or after the size.
 */
function jpegSize(head: Buffer): Size {
  let size: Size = null;
  let exif: Buffer | undefined;
  let at = 2;
  while (at + 9 <= head.length && head[at] === 0xff) {
    const marker = head[at + 1]!;
    if (marker === SCAN) break;
    // Fill bytes may come before a marker.
    const next = at + (marker === 0xff ? 1 : 2 + Math.max(2, head.readUInt16BE(at + 2)));
    if (isFrame(marker)) size ??= { width: head.readUInt16BE(at + 7), height: head.readUInt16BE(at + 5) };
    else if (marker === APP1) exif ??= findExif(head.subarray(at + 4, next));
    at = next;
  }
  return applyOrientation(size, exif);
}

/** Returns the size as browsers show the picture. */
function applyOrientation(size: Size, exif: Buffer | undefined): Size {
  const isTurned = exif !== undefined && isSideways(readOrientation(exif));
  return size && isTurned ? { width: size.height, height: size.width } : size;
}

const PNG_START = 8;

/**
 * Returns the size of a PNG. Browsers rotate it by its first undamaged EXIF chunk before the pixels. They do
 * not rotate a WebP.
 */
function pngSize(head: Buffer): Size {
  if (head.length < 24) return null;
  const size = { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
  for (let at = PNG_START; at + CHUNK_BYTES <= head.length; ) {
    const end = at + CHUNK_BYTES + head.readUInt32BE(at);
    if (end > head.length || head.toString('latin1', at + 4, at + 8) === 'IDAT') break;
    const exif = readExifChunk(head.subarray(at, end));
    if (exif) return applyOrientation(size, exif);
    at = end;
  }
  return size;
}

function webpSize(head: Buffer): Size {
  if (head.length < 30) return null;
  const kind = head.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
  if (kind === 'VP8 ')
    return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
  if (kind !== 'VP8L') return null;
  const bits = head.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
