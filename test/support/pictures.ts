import { createSmallPng } from '../../src/demo/small-png.ts';

/** A picture of 16 by 8 pixels in red and blue, written by a browser, with a color profile. */
const JPEG =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAIABADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAQG/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABQBAQAAAAAAAAAAAAAAAAAAAAT/xAAaEQABBQEAAAAAAAAAAAAAAAAABQZCgcFD/9oADAMBAAIRAxEAPwDOqwISp1opwc7w/9k=';
const WEBP =
  'UklGRhwCAABXRUJQVlA4WAoAAAAgAAAADwAABwAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZWUDggLgAAAJABAJ0BKhAACAACwEwloAJ0ugADmAD+7w/8sy90PXcVW8T/6tD4K/+Wh2NAAAA=';

export const createJpeg = () => Buffer.from(JPEG, 'base64');
export const createWebp = () => Buffer.from(WEBP, 'base64');

/** Returns a square of one color. */
export const createPng = (grey = 0, size = 8) => Buffer.from(createSmallPng(size, () => [grey, grey, 128]));

export const createPngChunk = (type: string, data: Buffer) => {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  return chunk;
};

/** Returns a PNG with additional chunks before its end. */
export const createPngWithChunks = (...chunks: Buffer[]) => {
  const whole = createPng();
  return Buffer.concat([whole.subarray(0, -12), ...chunks, whole.subarray(-12)]);
};

/** Returns a PNG whose header claims this size, with almost no data. */
export function createOversizedPng(width: number, height: number) {
  const whole = createPng();
  whole.writeUInt32BE(width, 16);
  whole.writeUInt32BE(height, 20);
  return whole;
}

const GIF_FRAME = Buffer.from('2c0000000002000300000202445200', 'hex');

/** Returns a GIF with this number of frames of a size, after a comment. */
export function createGif(frames = 1, [width, height] = [2, 3], comment = '') {
  const head = Buffer.from('47494638396100000000800000000000ffffff', 'hex');
  head.writeUInt16LE(width!, 6);
  head.writeUInt16LE(height!, 8);
  const commentBlock = comment
    ? Buffer.concat([Buffer.from([0x21, 0xfe, comment.length]), Buffer.from(comment), Buffer.from([0])])
    : Buffer.alloc(0);
  return Buffer.concat([
    head,
    commentBlock,
    ...Array.from({ length: frames }, () => GIF_FRAME),
    Buffer.from(';'),
  ]);
}

/** Returns a bitmap of one color with 24 bits per pixel. */
export function createBmp(width = 4, height = 3) {
  const row = Math.ceil((width * 24) / 32) * 4;
  const whole = Buffer.alloc(54 + row * height, 0x80);
  whole.fill(0, 0, 54);
  whole.write('BM', 0);
  whole.writeUInt32LE(whole.length, 2);
  whole.writeUInt32LE(54, 10);
  whole.writeUInt32LE(40, 14);
  whole.writeInt32LE(width, 18);
  whole.writeInt32LE(height, 22);
  whole.writeUInt16LE(1, 26);
  whole.writeUInt16LE(24, 28);
  return whole;
}

/** Returns an EXIF segment with a location and the orientation of the camera. */
export function createExif(orientation: number) {
  const tiff = Buffer.alloc(8 + 2 + 12 + 4);
  tiff.write('II*\0', 0, 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(0x0112, 10);
  tiff.writeUInt16LE(3, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(orientation, 18);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from('GPS 48.1 N 11.5 E')]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

export const formOf = (...files: [name: string, content: Buffer][]) => {
  const form = new FormData();
  for (const [name, content] of files) form.append('files', new File([new Uint8Array(content)], name));
  return form;
};
