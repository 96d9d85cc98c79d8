import { stripBmp } from './bmp.ts';
import { damagedPictureError } from './content-builder.ts';
import { stripGif } from './gif.ts';
import { stripJpeg } from './jpeg.ts';
import { stripPng } from './png.ts';
import { stripWebp } from './webp.ts';

export interface StrippedPicture {
  content: Buffer;
  /** The number of pictures in the file; more than one for an animation. */
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
 * Removes the metadata of a picture file, such as location, camera, comments and the EXIF thumbnail, and data
 * after its end. Pixels, colors and orientation stay. Throws 400 for a damaged or truncated file. The caller
 * passes only `png`, `jpg`, `gif`, `webp` or `bmp`.
 */
export function stripMetadata(content: Buffer, extension: string): StrippedPicture {
  try {
    return READERS[extension]!(content);
  } catch (cause) {
    // A RangeError means that a reader went beyond the end of the file.
    throw cause instanceof RangeError ? damagedPictureError() : cause;
  }
}
