import { crc32, deflateSync } from 'node:zlib';

export type Color = readonly [red: number, green: number, blue: number];

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(8 + named.length);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), 4 + named.length);
  return framed;
}

/** Creates a square PNG from a function that returns the color of each pixel. */
export const createSmallPng = (size: number, colorAt: (x: number, y: number) => Color) =>
  pngOf(size, size, colorAt);

/** Creates a PNG from a function that returns the color of each pixel. */
export function pngOf(
  width: number,
  height: number,
  colorAt: (x: number, y: number) => Color,
): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // The bit depth 8 and the color type 2: eight bits for each of three colors.
  head.set([8, 2], 8);
  const line = 1 + width * 3;
  const rows = Buffer.alloc(height * line);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows.set(colorAt(x, y), y * line + 1 + x * 3);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const parts = [
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return new Uint8Array(Buffer.concat(parts));
}
