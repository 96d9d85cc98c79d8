import { ContentBuilder, damagedPictureError } from './content-builder.ts';

const [EXTENSION, IMAGE, END] = [0x21, 0x2c, 0x3b];
const [CONTROL, APPLICATION] = [0xf9, 0xff];
/**
 * The application extensions that set the number of repetitions. Extensions of other applications have no
 * visible effect.
 */
const LOOP_EXTENSIONS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

const tableBytes = (flags: number): number => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);

/** Removes the metadata of a GIF. Throws 400 or a RangeError for a damaged one. */
export function stripGif(content: Buffer) {
  const pieces = new ContentBuilder(content);
  let at = 13 + tableBytes(content.readUInt8(10));
  pieces.keep(0, at);
  const [width, height] = [content.readUInt16LE(6), content.readUInt16LE(8)];
  for (let frames = 0; ; ) {
    const kind = content.readUInt8(at);
    if (kind === END) {
      if (frames === 0) throw damagedPictureError();
      pieces.keep(at, at + 1);
      return { content: pieces.build(), frames };
    }
    if (kind !== EXTENSION && kind !== IMAGE) throw damagedPictureError();
    const isImage = kind === IMAGE;
    if (isImage && isLarger(content, at, width, height)) throw damagedPictureError();
    const blocks = isImage ? at + 11 + tableBytes(content.readUInt8(at + 9)) : at + 2;
    const end = endOfBlocks(content, blocks);
    if (isImage || isShown(content, at)) pieces.keep(at, end);
    if (isImage) frames++;
    at = end;
  }
}

/** Reports whether a frame exceeds the size of the picture. */
const isLarger = (content: Buffer, at: number, width: number, height: number): boolean =>
  content.readUInt16LE(at + 1) + content.readUInt16LE(at + 5) > width ||
  content.readUInt16LE(at + 3) + content.readUInt16LE(at + 7) > height;

function isShown(content: Buffer, at: number): boolean {
  const label = content.readUInt8(at + 1);
  return (
    label === CONTROL ||
    (label === APPLICATION && LOOP_EXTENSIONS.has(content.toString('latin1', at + 3, at + 14)))
  );
}

/**
 * Returns the end of a series of blocks, each preceded by its length. A block of length 0 ends the series.
 */
function endOfBlocks(content: Buffer, from: number): number {
  for (let at = from; ; ) {
    const length = content.readUInt8(at);
    at += 1 + length;
    if (length === 0) return at;
  }
}
