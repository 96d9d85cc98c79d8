import { MAX_SECONDS, type Surface } from '../../surfaces.ts';

/** The response of `GET /api/slides/feed`. */
export interface SlideFeed {
  surface: Surface;
  basepath: string;
  /** Display time in seconds of slides without a time of their own. */
  interval: number;
  slides: { filename: string; seconds: number; version: string }[];
}

/** A slide as a screen shows it. */
export interface SlideFrame {
  /** The address of the picture. It changes with the content. */
  url: string;
  name: string;
  milliseconds: number;
}

/**
 * Returns the slides of a feed in order, each with its time up to `MAX_SECONDS`. A slide without a time gets
 * the interval of the feed.
 */
export const framesOf = ({ basepath, interval, slides }: SlideFeed): SlideFrame[] =>
  slides.map(({ filename, seconds, version }) => ({
    url: `${basepath}/${encodeURIComponent(filename)}?v=${version}`,
    name: filename,
    milliseconds: Math.min(seconds || interval, MAX_SECONDS) * 1000,
  }));

/**
 * Returns all slides in cyclic order, starting after the slide with this address and ending with it. An
 * unknown address starts with the first.
 */
export function rotateFrames(turns: readonly SlideFrame[], url: string | undefined): SlideFrame[] {
  const at = turns.findIndex((turn) => turn.url === url) + 1;
  return [...turns.slice(at), ...turns.slice(0, at)];
}
