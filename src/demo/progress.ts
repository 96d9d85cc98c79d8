export interface Progress {
  stage: string;
  done: number;
  total: number;
  elapsedms: number;
  /** Estimated seconds until the stage is done; null before the first step. */
  etaseconds: number | null;
}

export type OnProgress = (progress: Progress) => void;

/** Starts a stage; the returned function counts `steps` of it as done. */
export function startStage(
  stage: string,
  total: number,
  onProgress: OnProgress,
  now = () => performance.now(),
): (steps?: number) => void {
  const started = now();
  let done = 0;
  return (steps = 1) => {
    done += steps;
    const elapsedms = now() - started;
    const etaseconds =
      done === 0 ? null : Math.round(((elapsedms / done) * Math.max(0, total - done)) / 1000);
    onProgress({ stage, done, total, elapsedms, etaseconds });
  };
}

/** Returns a function that writes the progress: at most one line per second, and one when a stage is done. */
export function formatProgress(out: (line: string) => void, now = () => performance.now()): OnProgress {
  let last = Number.NEGATIVE_INFINITY;
  return ({ stage, done, total, elapsedms, etaseconds }) => {
    const isDone = done >= total;
    if (!isDone && now() - last < 1000) return;
    last = now();
    const pace = elapsedms > 0 ? Math.round((done / elapsedms) * 1000) : done;
    const rest = isDone ? `in ${(elapsedms / 1000).toFixed(1)} s` : `${pace}/s, ${etaseconds ?? '?'} s left`;
    out(`${stage}: ${done} of ${total}, ${rest}`);
  };
}
