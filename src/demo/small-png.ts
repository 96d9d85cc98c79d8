import { promisify } from 'node:util';
import { crc32, deflate, deflateSync } from 'node:zlib';
import { TimeSlice } from '../kit/time-slice.ts';

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
export const createSmallPng = (size: number, colorAt: ColorAt) => pngOf(size, size, colorAt);

type ColorAt = (x: number, y: number) => Color;

/** Creates a PNG from a function that returns the color of each pixel. */
export function pngOf(width: number, height: number, colorAt: ColorAt): Uint8Array<ArrayBuffer> {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++) drawRow(rows, width, y, colorAt);
  return assemble(width, height, deflateSync(rows));
}

/** Creates a large PNG like `pngOf`, in time slices between which other work runs. */
export async function drawLargePng(
  width: number,
  height: number,
  colorAt: ColorAt,
): Promise<Uint8Array<ArrayBuffer>> {
  const time = new TimeSlice(undefined);
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++) {
    drawRow(rows, width, y, colorAt);
    if (time.isOver) await time.next();
  }
  return assemble(width, height, await promisify(deflate)(rows));
}

function drawRow(rows: Buffer, width: number, y: number, colorAt: ColorAt): void {
  const start = y * (1 + width * 3) + 1;
  for (let x = 0; x < width; x++) rows.set(colorAt(x, y), start + x * 3);
}

function assemble(width: number, height: number, content: Buffer): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // The bit depth 8 and the color type 2: eight bits for each of three colors.
  head.set([8, 2], 8);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const parts = [signature, chunk('IHDR', head), chunk('IDAT', content), chunk('IEND', Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat(parts));
}
