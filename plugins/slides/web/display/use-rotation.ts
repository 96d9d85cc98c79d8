import { useEffect, useRef, useState } from 'react';
import { rotateFrames, type SlideFrame } from './feed.ts';
import { PictureStore } from './picture-store.ts';

/** Pause before a retry when no slide can be shown. */
const RETRY_MS = 5000;

export interface ShownSlide extends SlideFrame {
  address: string;
}

export interface Rotation {
  shown: ShownSlide | undefined;
  /** The previous slide, which is drawn below the current one; undefined for the first one. */
  previous: ShownSlide | undefined;
}

const EMPTY_ROTATION: Rotation = { shown: undefined, previous: undefined };

/**
 * Shows slides in turn. A slide without a loadable picture is skipped. The current slide stays until another
 * one is ready.
 */
export function useRotation(turns: readonly SlideFrame[]): Rotation {
  const [store] = useState(() => new PictureStore());
  const [rotation, setRotation] = useState(EMPTY_ROTATION);
  const standing = useRef<string | undefined>(undefined);
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    store.keepOnly(new Set(turns.map(({ url }) => url)));
    const show = (next: ShownSlide) => {
      if (standing.current !== next.url) setRotation(({ shown }) => ({ shown: next, previous: shown }));
      standing.current = next.url;
      timer = setTimeout(step, next.milliseconds);
      // Preload the next slide.
      const [following] = rotateFrames(turns, next.url);
      if (following && following.url !== next.url) void store.load(following.url).catch(() => undefined);
    };
    const step = async () => {
      const next = await firstReady(store, rotateFrames(turns, standing.current), () => isOver);
      if (isOver) return;
      if (next) show(next);
      else timer = setTimeout(step, RETRY_MS);
    };
    if (turns.length === 0) {
      standing.current = undefined;
      setRotation(EMPTY_ROTATION);
      return;
    }
    const current = turns.find(({ url }) => url === standing.current);
    if (current) timer = setTimeout(step, current.milliseconds);
    else void step();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [turns, store]);
  useEffect(() => () => store.keepOnly(new Set()), [store]);
  return rotation;
}

async function firstReady(
  store: PictureStore,
  turns: readonly SlideFrame[],
  isOver: () => boolean,
): Promise<ShownSlide | undefined> {
  for (const turn of turns) {
    if (isOver()) return undefined;
    const address = await store.load(turn.url).catch(() => undefined);
    if (address) return { ...turn, address };
  }
  return undefined;
}
