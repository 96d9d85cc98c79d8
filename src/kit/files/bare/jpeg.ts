import { damaged, Pieces } from './pieces.ts';

const [START, END, SCAN, COMMENT] = [0xd8, 0xd9, 0xda, 0xfe];
const [APP0, APP1, APP2, APP14, APP15] = [0xe0, 0xe1, 0xe2, 0xee, 0xef];

/** Segments that an application wrote, but those that say how the colours are meant. */
function isDropped(content: Buffer, marker: number, at: number): boolean {
  if (marker === APP2) return content.toString('latin1', at + 4, at + 15) !== 'ICC_PROFILE';
  return marker === COMMENT || (marker > APP0 && marker <= APP15 && marker !== APP14);
}

const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

export function bareJpeg(content: Buffer) {
  const pieces = new Pieces(content);
  pieces.keep(0, 2);
  let at = 2;
  for (;;) {
    if (content.readUInt8(at) !== 0xff) throw damaged();
    const marker = content.readUInt8(at + 1);
    if (marker === 0xff) at++;
    else if (marker === END) {
      pieces.keep(at, at + 2);
      return { content: pieces.whole(), frames: 1 };
    } else if (marker === START || marker === 0) throw damaged();
    else if (standsAlone(marker)) at += 2;
    else {
      const next = at + 2 + Math.max(2, content.readUInt16BE(at + 2));
      const end = marker === SCAN ? endOfScan(content, next) : next;
      const turned = marker === APP1 ? orientationIn(content.subarray(at + 4, next)) : undefined;
      if (turned) pieces.put(orientation(turned));
      if (!isDropped(content, marker, at)) pieces.keep(at, end);
      at = end;
    }
  }
}

/** Where the next marker stands behind coded pixels, in which 0xFF is followed by 0 or by a restart. */
function endOfScan(content: Buffer, from: number): number {
  for (let at = from; at < content.length - 1; at++) {
    if (content[at] !== 0xff) continue;
    const next = content[at + 1]!;
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw damaged();
}

const ORIENTATION = 0x0112;
/** Entries of a directory that are looked at. */
const MOST_ENTRIES = 200;

/** How a camera was held, 2 to 8; undefined where it says nothing, or that it was upright. */
function orientationIn(exif: Buffer): number | undefined {
  if (exif.toString('latin1', 0, 6) !== 'Exif\0\0') return undefined;
  const tiff = exif.subarray(6);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  if (tiff.length < 8) return undefined;
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const entries = Math.min(short(first), MOST_ENTRIES);
  for (let entry = 0; entry < entries; entry++) {
    const at = first + 2 + entry * 12;
    if (short(at) !== ORIENTATION) continue;
    const value = short(at + 8);
    return value >= 2 && value <= 8 ? value : undefined;
  }
  return undefined;
}

/** An EXIF segment whose one entry is the orientation, without its value. */
const UPRIGHT = 'ffe100224578696600004d4d002a00000008000101120003000000010000000000000000';

/** An EXIF segment that says this alone. */
function orientation(value: number): Buffer {
  const head = Buffer.from(UPRIGHT, 'hex');
  head.writeUInt16BE(value, 28);
  return head;
}
