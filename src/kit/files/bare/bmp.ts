import { ContentBuilder, damagedPictureError } from './content-builder.ts';

const [PLAIN, RUNS_8, RUNS_4, BITFIELDS] = [0, 1, 2, 3];

/**
 * Returns a bitmap without the bytes after its pixels. Throws 400 for a damaged bitmap and for a bitmap that
 * contains another image format. Throws a RangeError when the file ends within the header.
 */
export function stripBmp(content: Buffer) {
  const pieces = new ContentBuilder(content);
  const pixels = content.readUInt32LE(10);
  const [width, height] = [content.readInt32LE(18), Math.abs(content.readInt32LE(22))];
  const [bits, coding, imageBytes] = [
    content.readUInt16LE(28),
    content.readUInt32LE(30),
    content.readUInt32LE(34),
  ];
  const isCoded = coding === RUNS_8 || coding === RUNS_4;
  if (!isCoded && coding !== PLAIN && coding !== BITFIELDS) throw damagedPictureError();
  if (![1, 4, 8, 16, 24, 32].includes(bits) || pixels < 54) throw damagedPictureError();
  const bytes = isCoded ? imageBytes : Math.ceil((width * bits) / 32) * 4 * height;
  pieces.keep(0, pixels + bytes);
  return { content: pieces.build(), frames: 1 };
}
