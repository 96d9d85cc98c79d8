import { stripBmp } from './bmp.ts';
import { stripGif } from './gif.ts';
import { stripJpeg } from './jpeg.ts';
import { damagedPictureError } from './content-builder.ts';
import { stripPng } from './png.ts';
import { stripWebp } from './webp.ts';

export interface StrippedPicture {
  content: Buffer;
  /** Pictures in it: more than one where it moves. */
  frames: number;
}

const READERS: Record<string, (content: Buffer) => StrippedPicture> = {
  png: stripPng,
  jpg: stripJpeg,
  gif: stripGif,
  webp: stripWebp,
  bmp: stripBmp,
};

/**
 * A picture without whatever is none of it: where and with what it was taken, comments, thumbnails, and what stands
 * behind its end. Pixels, colours and the way it is turned stay. 400 for one that is damaged or cut off.
 */
export function stripMetadata(content: Buffer, extension: string): StrippedPicture {
  try {
    return READERS[extension]!(content);
  } catch (cause) {
    // Something was looked for behind the end of the file.
    throw cause instanceof RangeError ? damagedPictureError() : cause;
  }
}
