import { damaged, Pieces } from './pieces.ts';

const code = (name: string): number => Buffer.from(name, 'latin1').readUInt32BE();
/** What shows: the picture, its colours, its frames. Texts, times and EXIF are not among them. */
const SHOWN = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYs acTL fcTL fdAT'.split(' ').map(code),
);
const [IHDR, IEND, FRAME] = [code('IHDR'), code('IEND'), code('fcTL')];
/** A chunk has its length and its name before its data, and a checksum behind it. */
const ROUND_DATA = 12;

export function barePng(content: Buffer) {
  const pieces = new Pieces(content);
  pieces.keep(0, 8);
  if (content.readUInt32BE(12) !== IHDR) throw damaged();
  let frames = 0;
  for (let at = 8; ; ) {
    const name = content.readUInt32BE(at + 4);
    const end = at + ROUND_DATA + content.readUInt32BE(at);
    if (name === FRAME) frames++;
    if (SHOWN.has(name)) pieces.keep(at, end);
    if (name === IEND) return { content: pieces.whole(), frames: Math.max(1, frames) };
    at = end;
  }
}
