import { MAX_SECONDS, type Surface } from '../../surfaces.ts';

/** What `GET /api/slides/feed` answers. */
export interface SlideFeed {
  surface: Surface;
  basepath: string;
  /** Seconds of slides that say none. */
  interval: number;
  slides: { filename: string; seconds: number; version: string }[];
}

/** A slide as a screen shows it. */
export interface SlideFrame {
  /** Its address, which is another one when its content is. */
  url: string;
  name: string;
  milliseconds: number;
}

export const framesOf = ({ basepath, interval, slides }: SlideFeed): SlideFrame[] =>
  slides.map(({ filename, seconds, version }) => ({
    url: `${basepath}/${encodeURIComponent(filename)}?v=${version}`,
    name: filename,
    milliseconds: Math.min(seconds || interval, MAX_SECONDS) * 1000,
  }));

/** The turns from the one behind `url` round to it again. */
export function rotateFrames(turns: readonly SlideFrame[], url: string | undefined): SlideFrame[] {
  const at = turns.findIndex((turn) => turn.url === url) + 1;
  return [...turns.slice(at), ...turns.slice(0, at)];
}
