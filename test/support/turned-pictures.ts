import { pngOf } from '../../src/demo/small-png.ts';
import { makeOrientationChunk } from '../../src/kit/files/exif.ts';
import { createJpeg, createWebp } from './pictures.ts';

interface TiffOptions {
  /** Byte order of the numbers. */
  order?: 'II' | 'MM';
  /** Values of the orientation entries, one entry per value. */
  orientations: readonly number[];
  type?: number;
  count?: number;
  /** Offset of the directory. */
  directory?: number;
  /** The number of other entries before the orientation. */
  others?: number;
}

const [ORIENTATION, OTHER, SHORT] = [0x0112, 0x010f, 3];

/** Returns EXIF data, which start with the TIFF header. */
export function createTiff({
  order = 'MM',
  orientations,
  type = SHORT,
  count = 1,
  directory = 8,
  others = 0,
}: TiffOptions) {
  const entries = [...Array<number>(others).fill(0), ...orientations];
  const bytes = Buffer.alloc(directory + 2 + entries.length * 12 + 4);
  const isLittle = order === 'II';
  const short = (value: number, at: number) =>
    isLittle ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    isLittle ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at);
  bytes.write(order, 0, 'latin1');
  short(42, 2);
  long(directory, 4);
  short(entries.length, directory);
  for (const [n, value] of entries.entries()) {
    const at = directory + 2 + n * 12;
    short(n < others ? OTHER : ORIENTATION, at);
    short(type, at + 2);
    long(count, at + 4);
    if (type === SHORT) short(value, at + 8);
    else long(value, at + 8);
  }
  return bytes;
}

/** Returns an APP1 segment, or one with another marker. */
export function createSegment(data: Buffer, prefix = 'Exif\0\0', marker = 0xe1): Buffer {
  const body = Buffer.concat([Buffer.from(prefix, 'latin1'), data]);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** The position of additional segments in the JPEG: after its start, before its scan, or before its end. */
type Place = 'start' | 'scan' | 'end';

const PLACES: Record<Place, (whole: Buffer) => number> = {
  start: () => 2,
  scan: (whole) => whole.indexOf(Buffer.from([0xff, 0xda])),
  end: (whole) => whole.length - 2,
};

/** Returns a JPEG of 16 by 8 pixels with these segments. */
export function createTurnedJpeg(segments: readonly Buffer[], place: Place = 'start'): Buffer {
  const whole = createJpeg();
  const at = PLACES[place](whole);
  return Buffer.concat([whole.subarray(0, at), ...segments, whole.subarray(at)]);
}

/** Returns a PNG of 16 by 8 pixels with these chunks before or after its pixels. */
export function createTurnedPng(before: readonly Buffer[], behind: readonly Buffer[] = []): Buffer {
  const whole = Buffer.from(pngOf(16, 8, () => [0, 0, 128]));
  const pixels = whole.indexOf('IDAT') - 4;
  return Buffer.concat([
    whole.subarray(0, pixels),
    ...before,
    whole.subarray(pixels, -12),
    ...behind,
    whole.subarray(-12),
  ]);
}

/** Returns a WebP of 16 by 8 pixels with EXIF data that its header announces. */
export function createTurnedWebp(data: Buffer): Buffer {
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1');
  head.writeUInt32LE(data.length, 4);
  const whole = Buffer.concat([createWebp(), head, data]);
  whole.writeUInt32LE(whole.length - 8, 4);
  whole.writeUInt8(whole.readUInt8(20) | 0x08, 20);
  return whole;
}

const orientationOf = (...orientations: number[]) => createTiff({ orientations });
const exif = (options: Parameters<typeof createTiff>[0]) => createSegment(createTiff(options));
const pngExif = (...orientations: number[]): Buffer[] =>
  orientations.map((orientation) => makeOrientationChunk(orientation));

function damage(chunk: Buffer): Buffer {
  chunk.writeUInt8(chunk.at(-1)! ^ 1, chunk.length - 1);
  return chunk;
}

type TurnedPicture = readonly [name: string, extension: string, content: Buffer, isSideways: boolean];

const ORDERS = ['II', 'MM'] as const;

/** Pictures of 16 by 8 pixels with EXIF data, and whether browsers show them as 8 by 16. */
export const TURNED_PICTURES: readonly TurnedPicture[] = [
  ...ORDERS.flatMap((order) =>
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(
      (orientation): TurnedPicture => [
        `jpg ${order} ${orientation}`,
        'jpg',
        createTurnedJpeg([exif({ order, orientations: [orientation] })]),
        orientation >= 5 && orientation <= 8,
      ],
    ),
  ),
  [
    'jpg 6, then 1',
    'jpg',
    createTurnedJpeg([exif({ orientations: [6] }), exif({ orientations: [1] })]),
    true,
  ],
  [
    'jpg 1, then 6',
    'jpg',
    createTurnedJpeg([exif({ orientations: [1] }), exif({ orientations: [6] })]),
    false,
  ],
  [
    'jpg 99, then 6',
    'jpg',
    createTurnedJpeg([exif({ orientations: [99] }), exif({ orientations: [6] })]),
    false,
  ],
  [
    'jpg none, then 6',
    'jpg',
    createTurnedJpeg([exif({ orientations: [] }), exif({ orientations: [6] })]),
    false,
  ],
  ['jpg of entries 6 and 1', 'jpg', createTurnedJpeg([exif({ orientations: [6, 1] })]), true],
  ['jpg of entries 99 and 6', 'jpg', createTurnedJpeg([exif({ orientations: [99, 6] })]), true],
  ['jpg behind 3,000 entries', 'jpg', createTurnedJpeg([exif({ orientations: [6], others: 3000 })]), true],
  [
    'jpg with a directory at an odd byte',
    'jpg',
    createTurnedJpeg([exif({ orientations: [6], directory: 9 })]),
    true,
  ],
  [
    'jpg with a directory far away',
    'jpg',
    createTurnedJpeg([exif({ orientations: [6], directory: 60_000 })]),
    true,
  ],
  ['jpg with a LONG', 'jpg', createTurnedJpeg([exif({ orientations: [6], type: 4, order: 'II' })]), false],
  ['jpg with two values', 'jpg', createTurnedJpeg([exif({ orientations: [6], count: 2 })]), false],
  [
    'jpg behind XMP',
    'jpg',
    createTurnedJpeg([
      createSegment(Buffer.from('<x/>'), 'http://ns.adobe.com/xap/1.0/\0'),
      exif({ orientations: [6] }),
    ]),
    true,
  ],
  [
    'jpg with another sixth byte',
    'jpg',
    createTurnedJpeg([createSegment(orientationOf(6), 'Exif\0\xff')]),
    true,
  ],
  ['jpg with another prefix', 'jpg', createTurnedJpeg([createSegment(orientationOf(6), 'EXIF\0\0')]), false],
  [
    'jpg in another segment',
    'jpg',
    createTurnedJpeg([createSegment(orientationOf(6), 'Exif\0\0', 0xe2)]),
    false,
  ],
  ['jpg cut in its entry', 'jpg', createTurnedJpeg([createSegment(orientationOf(6).subarray(0, 20))]), false],
  [
    'jpg cut behind its entry',
    'jpg',
    createTurnedJpeg([createSegment(orientationOf(6).subarray(0, 22))]),
    true,
  ],
  ['jpg before its scan', 'jpg', createTurnedJpeg([exif({ orientations: [6] })], 'scan'), true],
  ['jpg before its end', 'jpg', createTurnedJpeg([exif({ orientations: [6] })], 'end'), false],
  ['png', 'png', createTurnedPng([]), false],
  ...[1, 3, 5, 6, 7, 8].map(
    (orientation): TurnedPicture => [
      `png ${orientation}`,
      'png',
      createTurnedPng(pngExif(orientation)),
      orientation >= 5,
    ],
  ),
  ['png 6, then 1', 'png', createTurnedPng(pngExif(6, 1)), true],
  ['png 1, then 6', 'png', createTurnedPng(pngExif(1, 6)), false],
  ['png behind its pixels', 'png', createTurnedPng([], pngExif(6)), false],
  ['png with a wrong checksum', 'png', createTurnedPng(pngExif(6).map(damage)), false],
  ['webp 6', 'webp', createTurnedWebp(orientationOf(6)), false],
  [
    'webp 6 with a prefix',
    'webp',
    createTurnedWebp(Buffer.concat([Buffer.from('Exif\0\0'), orientationOf(6)])),
    false,
  ],
];
