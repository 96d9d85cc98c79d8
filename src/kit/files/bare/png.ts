import { CHUNK_BYTES, makeOrientationChunk, readExifChunk, readOrientation } from '../exif.ts';
import { ContentBuilder, damagedPictureError } from './content-builder.ts';

const code = (name: string): number => Buffer.from(name, 'latin1').readUInt32BE();
/**
 * The chunks that browsers draw: the picture, its colors and its frames, but no texts, times or EXIF data.
 */
const KEPT_CHUNKS = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYs acTL fcTL fdAT'.split(' ').map(code),
);
const [IHDR, IDAT, IEND, FRAME] = [code('IHDR'), code('IDAT'), code('IEND'), code('fcTL')];

/** Removes the metadata of a PNG except the orientation. Throws 400 or a RangeError for a damaged one. */
export function stripPng(content: Buffer) {
  const pieces = new ContentBuilder(content);
  pieces.keep(0, 8);
  if (content.readUInt32BE(12) !== IHDR) throw damagedPictureError();
  let frames = 0;
  // Browsers read the first EXIF chunk before the pixels.
  let mayTurn = true;
  for (let at = 8; ; ) {
    const name = content.readUInt32BE(at + 4);
    const end = at + CHUNK_BYTES + content.readUInt32BE(at);
    if (name === FRAME) frames++;
    const exif: Buffer | undefined = mayTurn ? readExifChunk(content.subarray(at, end)) : undefined;
    if (exif) putOrientation(pieces, readOrientation(exif));
    mayTurn &&= !exif && name !== IDAT;
    if (KEPT_CHUNKS.has(name)) pieces.keep(at, end);
    if (name === IEND) return { content: pieces.build(), frames: Math.max(1, frames) };
    at = end;
  }
}

/** Adds a chunk that declares the orientation and nothing else. An upright picture needs none. */
function putOrientation(pieces: ContentBuilder, value = 1): void {
  if (value > 1) pieces.put(makeOrientationChunk(value));
}
