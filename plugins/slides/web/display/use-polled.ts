import { useEffect, useState } from 'react';
import { apiUrl } from '../../../../src/web/api/base-path.ts';

const PATIENCE_MS = 8000;

export interface PolledValue<T> {
  value: T;
  /** Milliseconds that the clock of the appliance is ahead of the one of this device. */
  ahead: number;
}

interface Body {
  data?: unknown;
  meta?: { timestamp?: string };
}

/**
 * Asks a public route again and again, and keeps the last good answer while the appliance does not give another. The
 * value is the same object as long as the answer is the same.
 */
export function usePolled<T>(path: string | null, everyMs: number): PolledValue<T> | undefined {
  const [polled, setPolled] = useState<(PolledValue<T> & { text: string; path: string }) | undefined>();
  useEffect(() => {
    if (path === null) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      const answer = await fetched(path).catch(() => undefined);
      if (isOver) return;
      if (answer) setPolled((before) => merged(before, answer, path));
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

/** A clock is off by more than this, or the network took its time. */
const SLACK_MS = 2000;

function merged<T>(
  before: (PolledValue<T> & { text: string; path: string }) | undefined,
  { text, value, ahead }: { text: string; value: unknown; ahead: number },
  path: string,
) {
  const isSame = before?.path === path && before.text === text;
  if (isSame && Math.abs(before.ahead - ahead) < SLACK_MS) return before;
  return { text, path, ahead, value: isSame ? before.value : (value as T) };
}

async function fetched(path: string) {
  const response = await fetch(apiUrl(path), { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!response.ok) throw new Error(`It answered ${response.status}.`);
  const body = (await response.json()) as Body;
  const value = body.meta ? body.data : body;
  const told = body.meta?.timestamp ?? response.headers.get('date');
  const ahead = told ? Date.parse(told) - Date.now() : 0;
  return { value, text: JSON.stringify(value), ahead: Math.abs(ahead) < SLACK_MS ? 0 : ahead };
}
