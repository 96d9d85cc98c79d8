import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { createDecoder, type Decode } from './decoder.ts';

const PAUSE_MS = 120;
/**
 * Milliseconds that a label must be out of view before its code counts again, because it stays in the picture
 * for several frames.
 */
const SAME_CODE_MS = 3000;

export interface Camera {
  video: RefObject<HTMLVideoElement | null>;
  isOn: boolean;
  /** The reason why there is no picture, with advice for the user; null without one. */
  problem: string | null;
  start(): void;
  stop(): void;
}

/** Decodes codes from the camera until it is stopped. Each label counts once when it comes into view. */
export function useCamera(onCode: (code: string) => void): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const handler = useRef(onCode);
  handler.current = onCode;
  // Load the decoder at once. The camera may be switched on later where there is no network.
  const decoder = useRef<Promise<Decode>>(undefined);
  useEffect(() => {
    decoder.current = createDecoder();
    decoder.current.catch(() => {
      decoder.current = undefined;
    });
  }, []);
  const start = useCallback(async () => {
    setProblem(null);
    try {
      setStream(await openCamera());
    } catch (error) {
      setProblem(reasonOf(error));
    }
  }, []);
  useEffect(() => {
    const element = video.current;
    if (!stream || !element) return;
    element.srcObject = stream;
    const watch = startWatching(element, () => decoder.current ?? createDecoder(), {
      onCode: (code) => handler.current(code),
      onProblem: setProblem,
    });
    return () => {
      watch.stop();
      for (const track of stream.getTracks()) track.stop();
    };
  }, [stream]);
  return { video, isOn: stream !== null, problem, start: () => void start(), stop: () => setStream(null) };
}

async function openCamera(): Promise<MediaStream> {
  if (!navigator.mediaDevices) throw new Error('none');
  return navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
  });
}

function reasonOf(error: unknown): string {
  if (!isSecureContext)
    return 'The camera works only over https. Open Millwright with its https address, or type or scan the code into the field.';
  const name = (error as { name?: string }).name;
  if (name === 'NotAllowedError')
    return 'The browser blocked the camera. Allow it in the browser settings, or type or scan the code into the field.';
  return 'No usable camera was found. Type or scan the code into the field.';
}

function startWatching(
  video: HTMLVideoElement,
  decoder: () => Promise<Decode>,
  { onCode, onProblem }: { onCode: (code: string) => void; onProblem: (text: string) => void },
): { stop(): void } {
  let isOver = false;
  let last = { code: '', at: 0 };
  const reportCode = (code: string | null) => {
    if (!code || isOver) return;
    const now = performance.now();
    if (code !== last.code || now - last.at > SAME_CODE_MS) onCode(code);
    last = { code, at: now };
  };
  void (async () => {
    try {
      await video.play();
      const decode = await decoder();
      while (!isOver) {
        reportCode(await decode(video));
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    } catch {
      // A frame may fail when the camera is stopped during decoding. That is not an error.
      if (!isOver) onProblem('The camera image cannot be read. Type or scan the code into the field.');
    }
  })();
  return {
    stop() {
      isOver = true;
    },
  };
}
