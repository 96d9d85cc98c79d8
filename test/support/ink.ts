import { inflateSync } from 'node:zlib';

const HEAD_BYTES = 8;

/** Returns the chunks of a PNG: its header and its compressed pixels. */
function partsOf(png: Buffer): { header: Buffer; packed: Buffer } {
  let header: Buffer = Buffer.alloc(0);
  const packed: Buffer[] = [];
  for (let at = HEAD_BYTES; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const name = png.toString('latin1', at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + length);
    if (name === 'IHDR') header = data;
    if (name === 'IDAT') packed.push(data);
    at += 12 + length;
  }
  return { header, packed: Buffer.concat(packed) };
}

/** Returns the prediction of a PNG filter from the bytes to the left, above, and above to the left. */
function predict(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  if (filter !== 4) return 0;
  const [toLeft, toAbove, toCorner] = [above - corner, left - corner, left + above - 2 * corner].map(
    Math.abs,
  );
  if (toLeft! <= toAbove! && toLeft! <= toCorner!) return left;
  return toAbove! <= toCorner! ? above : corner;
}

/** Number of channels by color type, with 8 bits each. */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 4: 2, 6: 4 };
const DARK = 128;

/**
 * Returns the right and the bottom edge of the dark pixels of a PNG, in pixels. Requires 8 bits per channel.
 */
export function inkOf(png: Buffer): { right: number; bottom: number } {
  const { header, packed } = partsOf(png);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const channels = CHANNELS[header[9]!]!;
  if (header[8] !== 8) throw new Error('only 8 bits a channel are read');
  const line = width * channels;
  const raw = inflateSync(packed);
  const pixels = Buffer.alloc(line * height);
  const at = (x: number, y: number) => (x < 0 || y < 0 ? 0 : pixels[y * line + x]!);
  let [right, bottom] = [0, 0];
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (line + 1)]!;
    for (let x = 0; x < line; x++) {
      const guess = predict(filter, at(x - channels, y), at(x, y - 1), at(x - channels, y - 1));
      pixels[y * line + x] = raw[y * (line + 1) + 1 + x]! + guess;
      if (x % channels > 0 || pixels[y * line + x]! >= DARK) continue;
      right = Math.max(right, x / channels + 1);
      bottom = y + 1;
    }
  }
  return { right, bottom };
}
