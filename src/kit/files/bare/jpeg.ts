import { findExif, makeOrientationExif, readOrientation } from '../exif.ts';
import { ContentBuilder, damagedPictureError } from './content-builder.ts';

const [START, END, SCAN, COMMENT] = [0xd8, 0xd9, 0xda, 0xfe];
const [APP0, APP1, APP2, APP14, APP15] = [0xe0, 0xe1, 0xe2, 0xee, 0xef];

/**
 * Reports whether a segment is removed: comments, and those of applications except for those that define the
 * colors.
 */
function isDropped(content: Buffer, marker: number, at: number): boolean {
  if (marker === APP2) return content.toString('latin1', at + 4, at + 15) !== 'ICC_PROFILE';
  return marker === COMMENT || (marker > APP0 && marker <= APP15 && marker !== APP14);
}

const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** Removes the metadata of a JPEG. Throws 400, or a RangeError beyond its end, for a damaged one. */
export function stripJpeg(content: Buffer) {
  const pieces = new ContentBuilder(content);
  pieces.keep(0, 2);
  let exif: Buffer | undefined;
  let at = 2;
  for (;;) {
    if (content.readUInt8(at) !== 0xff) throw damagedPictureError();
    const marker = content.readUInt8(at + 1);
    if (marker === 0xff) at++;
    else if (marker === END) {
      pieces.keep(at, at + 2);
      return { content: pieces.build(), frames: 1 };
    } else if (marker === START || marker === 0) throw damagedPictureError();
    else if (standsAlone(marker)) at += 2;
    else {
      const next = at + 2 + Math.max(2, content.readUInt16BE(at + 2));
      const end = marker === SCAN ? endOfScan(content, next) : next;
      // Browsers read only the first EXIF segment.
      if (marker === APP1 && !exif) {
        exif = findExif(content.subarray(at + 4, next));
        if (exif) putOrientation(pieces, readOrientation(exif));
      }
      if (!isDropped(content, marker, at)) pieces.keep(at, end);
      at = end;
    }
  }
}

/**
 * Returns the position of the next marker after compressed pixels. Inside them, 0xFF is followed by 0 or by a
 * restart marker.
 */
function endOfScan(content: Buffer, from: number): number {
  for (let at = from; at < content.length - 1; at++) {
    if (content[at] !== 0xff) continue;
    const next = content[at + 1]!;
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw damagedPictureError();
}

/** The header of an APP1 segment with 26 bytes of EXIF data. */
const SEGMENT = Buffer.from('ffe10022457869660000', 'hex');

/** Adds an EXIF segment that declares the orientation and nothing else. An upright picture needs none. */
function putOrientation(pieces: ContentBuilder, value = 1): void {
  if (value > 1) pieces.put(Buffer.concat([SEGMENT, makeOrientationExif(value)]));
}
