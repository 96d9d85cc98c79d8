import { ContentBuilder } from './content-builder.ts';

const code = (name: string): number => Buffer.from(name, 'latin1').readUInt32BE();
const KEPT_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'].map(code));
const [EXTENDED, FRAME] = [code('VP8X'), code('ANMF')];
/** The flags of the extended header for EXIF and XMP data. */
const METADATA_FLAGS = 0x08 | 0x04;

/** Removes the metadata of a WebP. Throws 400, or a RangeError beyond its end, for a damaged one. */
export function stripWebp(content: Buffer) {
  const pieces = new ContentBuilder(content);
  const end = 8 + content.readUInt32LE(4);
  let frames = 0;
  for (let at = 12; at < end; ) {
    const name = content.readUInt32BE(at);
    const size = content.readUInt32LE(at + 4);
    // Data of odd length is followed by one padding byte.
    const next = Math.min(at + 8 + size + (size % 2), end);
    if (name === FRAME) frames++;
    if (name === EXTENDED) {
      const header = Buffer.from(content.subarray(at, next));
      header.writeUInt8(header.readUInt8(8) & ~METADATA_FLAGS, 8);
      pieces.put(header);
    } else if (KEPT_CHUNKS.has(name)) pieces.keep(at, next);
    at = next;
  }
  const chunks = pieces.build();
  const head = Buffer.from(content.subarray(0, 12));
  head.writeUInt32LE(4 + chunks.length, 4);
  return { content: Buffer.concat([head, chunks]), frames: Math.max(1, frames) };
}
