import { useEffect, useState } from 'react';
import { apiUrl } from '../../../../src/web/api/base-path.ts';

const PATIENCE_MS = 8000;

export interface PolledValue<T> {
  value: T;
  /**
   * Milliseconds that the clock of the appliance is ahead of this device, negative when it is behind; 0 below
   * two seconds.
   */
  ahead: number;
}

interface Body {
  data?: unknown;
  meta?: { timestamp?: string };
}

/**
 * Polls a public route and returns the last successful response. It is undefined before the first one, after
 * a change of the path, and for a null path. The value is the same object while the response is unchanged.
 */
export function usePolled<T>(path: string | null, everyMs: number): PolledValue<T> | undefined {
  const [polled, setPolled] = useState<(PolledValue<T> & { text: string; path: string }) | undefined>();
  useEffect(() => {
    if (path === null) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      const answer = await fetchPolled(path).catch(() => undefined);
      if (isOver) return;
      if (answer) setPolled((before) => mergePolled(before, answer, path));
      timer = setTimeout(ask, everyMs);
    };
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [path, everyMs]);
  return polled?.path === path ? polled : undefined;
}

/** Maximum difference of clocks in milliseconds that is ignored, because it may be network latency. */
const SLACK_MS = 2000;

function mergePolled<T>(
  before: (PolledValue<T> & { text: string; path: string }) | undefined,
  { text, value, ahead }: { text: string; value: unknown; ahead: number },
  path: string,
) {
  const isSame = before?.path === path && before.text === text;
  if (isSame && Math.abs(before.ahead - ahead) < SLACK_MS) return before;
  return { text, path, ahead, value: isSame ? before.value : (value as T) };
}

async function fetchPolled(path: string) {
  const response = await fetch(apiUrl(path), { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!response.ok) throw new Error(`It answered ${response.status}.`);
  const body = (await response.json()) as Body;
  const value = body.meta ? body.data : body;
  const serverTime = body.meta?.timestamp ?? response.headers.get('date');
  const ahead = serverTime ? Date.parse(serverTime) - Date.now() : 0;
  return { value, text: JSON.stringify(value), ahead: Math.abs(ahead) < SLACK_MS ? 0 : ahead };
}
