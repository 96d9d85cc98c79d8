import { expect, test } from 'bun:test';
import {
  createBmp,
  createExif,
  createGif,
  createJpeg,
  createPng,
  createPngChunk,
  createPngWithChunks,
  createWebp,
} from '../../../test/support/pictures.ts';
import { stripMetadata } from './bare/index.ts';
import { makeOrientationChunk, readExifChunk, readOrientation } from './exif.ts';
import { pictureHeader } from './picture-header.ts';

const HTML = Buffer.from('<script>alert(1)</script>');
const behind = (picture: Buffer) => Buffer.concat([picture, HTML]);
const PICTURES = {
  png: createPng(),
  jpg: createJpeg(),
  gif: createGif(),
  webp: createWebp(),
  bmp: createBmp(),
};

test.each(Object.entries(PICTURES))(
  'stripMetadata does not change a %s without metadata',
  (extension, picture) => {
    const { content, frames } = stripMetadata(picture, extension);
    expect(content.equals(picture)).toBe(true);
    expect(frames).toBe(1);
  },
);

test.each(Object.entries(PICTURES))(
  'stripMetadata removes bytes after the end of a %s',
  (extension, picture) => {
    expect(stripMetadata(behind(picture), extension).content.equals(picture)).toBe(true);
  },
);

test.each(Object.entries(PICTURES))('stripMetadata throws when a %s is truncated', (extension, picture) => {
  for (const length of [picture.length - 1, picture.length >> 1, 30, 14])
    expect(() => stripMetadata(picture.subarray(0, length), extension)).toThrow('damaged');
});

test('stripMetadata removes the GPS position of a photo and preserves its orientation', () => {
  const photo = (orientation: number) =>
    Buffer.concat([createJpeg().subarray(0, 2), createExif(orientation), createJpeg().subarray(2)]);
  expect(stripMetadata(photo(1), 'jpg').content.equals(createJpeg())).toBe(true);
  const turned = stripMetadata(photo(6), 'jpg').content;
  expect(turned.includes('GPS')).toBe(false);
  expect(turned.subarray(2, 38).toString('hex')).toBe(
    'ffe100224578696600004d4d002a00000008000101120003000000010006000000000000',
  );
  expect(turned.length).toBe(createJpeg().length + 36);
  expect(pictureHeader(turned)).toMatchObject({ width: 8, height: 16 });
  expect(stripMetadata(turned, 'jpg').content.equals(turned)).toBe(true);
});

test('stripMetadata removes texts from a PNG and preserves its orientation', () => {
  const start = createPng().indexOf('IDAT') - 4;
  const createTurned = (...chunks: Buffer[]) =>
    Buffer.concat([createPng().subarray(0, start), ...chunks, createPng().subarray(start)]);
  const text = createPngChunk('tEXt', Buffer.from('Author\0Somebody'));
  const first = makeOrientationChunk(6);
  expect(readOrientation(readExifChunk(first)!)).toBe(6);
  expect(
    stripMetadata(createTurned(first, text, makeOrientationChunk(3)), 'png').content.equals(
      createTurned(first),
    ),
  ).toBe(true);
  expect(stripMetadata(createTurned(makeOrientationChunk(1), first), 'png').content.equals(createPng())).toBe(
    true,
  );
  const damaged = makeOrientationChunk(6);
  damaged.writeUInt8(0, damaged.length - 1);
  expect(stripMetadata(createTurned(damaged), 'png').content.equals(createPng())).toBe(true);
  expect(stripMetadata(createPngWithChunks(first), 'png').content.equals(createPng())).toBe(true);
});

test('stripMetadata uses the orientation of the first EXIF segment only', () => {
  const photo = (...orientations: number[]) =>
    Buffer.concat([createJpeg().subarray(0, 2), ...orientations.map(createExif), createJpeg().subarray(2)]);
  expect(stripMetadata(photo(6, 3), 'jpg').content.equals(stripMetadata(photo(6), 'jpg').content)).toBe(true);
  expect(stripMetadata(photo(1, 6), 'jpg').content.equals(createJpeg())).toBe(true);
});

test('stripMetadata preserves the color profile of a picture', () => {
  for (const [extension, picture] of [
    ['jpg', createJpeg()],
    ['webp', createWebp()],
  ] as const)
    expect(stripMetadata(picture, extension).content.includes('RGB XYZ')).toBe(true);
});

test('stripMetadata removes texts from a PNG and a GIF', () => {
  const text = createPngChunk('tEXt', Buffer.from('Author\0Somebody'));
  expect(stripMetadata(createPngWithChunks(text), 'png').content.equals(createPng())).toBe(true);
  expect(stripMetadata(createGif(1, [2, 3], 'made by somebody'), 'gif').content.equals(createGif())).toBe(
    true,
  );
});

test('stripMetadata removes metadata from a WebP and its flag from the header', () => {
  const exif = Buffer.concat([Buffer.from('EXIF'), Buffer.from([4, 0, 0, 0]), Buffer.from('GPS!')]);
  const picture = Buffer.concat([createWebp(), exif]);
  picture.writeUInt32LE(picture.length - 8, 4);
  picture.writeUInt8(picture.readUInt8(20) | 0x08, 20);
  expect(stripMetadata(picture, 'webp').content.equals(createWebp())).toBe(true);
});

test('stripMetadata counts the frames of an animation', () => {
  expect(stripMetadata(createGif(7), 'gif').frames).toBe(7);
  const frame = createPngChunk('fcTL', Buffer.alloc(26));
  expect(stripMetadata(createPngWithChunks(frame, frame, frame), 'png').frames).toBe(3);
});

test('stripMetadata throws when a GIF frame exceeds its picture or a BMP embeds another format', () => {
  expect(() => stripMetadata(createGif(1, [1, 1]), 'gif')).toThrow('damaged');
  const wrapped = createBmp();
  wrapped.writeUInt32LE(4, 30);
  expect(() => stripMetadata(wrapped, 'bmp')).toThrow('damaged');
});
