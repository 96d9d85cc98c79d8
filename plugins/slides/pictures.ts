import { invalid } from '../../src/kit/errors.ts';
import { stripMetadata } from '../../src/kit/files/bare/index.ts';
import type { AcceptRule } from '../../src/kit/files/store.ts';
import { EXTENSIONS, MAX_AT_ONCE, MAX_SLIDE_BYTES } from './surfaces.ts';

const MB = 1024 * 1024;
const MEGAPIXEL = 1_000_000;
const MAX_FRAMES = 300;
/**
 * Maximum pixels per frame of an animation. The small computers of screens cannot draw more at its frame
 * rate.
 */
const MAX_ANIMATED_PIXELS = 2.1 * MEGAPIXEL;

/**
 * Rule for the images of slides. Their metadata is removed. An animation with too many frames or pixels is
 * rejected with 400.
 */
export const SLIDE_RULE: AcceptRule & { most: number } = {
  extensions: EXTENSIONS,
  maxbytes: MAX_SLIDE_BYTES,
  areabytes: 2048 * MB,
  most: MAX_AT_ONCE,
  rewrite: (content, { extension, width, height }) => {
    const pixels = width! * height!;
    const bare = stripMetadata(content, extension);
    if (bare.frames > MAX_FRAMES)
      throw invalid('file', `An animated slide can have at most ${MAX_FRAMES} frames.`);
    if (bare.frames > 1 && pixels > MAX_ANIMATED_PIXELS)
      throw invalid('file', 'An animated slide can have at most 1920 × 1080 pixels.');
    return bare.content;
  },
};
