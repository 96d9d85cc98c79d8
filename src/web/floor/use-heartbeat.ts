import { useEffect, useRef, useState } from 'react';
import { apiUrl } from '../api/base-path.ts';

const BEAT_MS = 10_000;

export interface Heartbeat {
  /** True when the last check succeeded, and before the first one. */
  isOnline: boolean;
  /** Capabilities of an anonymous caller; undefined before the first response. */
  capabilities: Record<string, boolean> | undefined;
}

/**
 * Checks every ten seconds whether the appliance responds and which capabilities it has. Reloads the page
 * after an upgrade when `isIdle` returns true, so that no user is interrupted.
 */
export function useHeartbeat(isIdle: () => boolean): Heartbeat {
  const idle = useRef(isIdle);
  idle.current = isIdle;
  const [beat, setBeat] = useState<Heartbeat>({ isOnline: true, capabilities: undefined });
  useEffect(() => {
    let isOver = false;
    let first: string | undefined;
    const ask = async () => {
      try {
        const [capabilities, page] = await Promise.all([readData('/capabilities'), readPageFiles()]);
        first ??= page;
        if (isOver) return;
        if (first !== page && idle.current()) location.reload();
        setBeat({ isOnline: true, capabilities });
      } catch {
        if (!isOver) setBeat((before) => ({ ...before, isOnline: false }));
      }
    };
    void ask();
    const timer = setInterval(ask, BEAT_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, []);
  return beat;
}

async function readData(path: string): Promise<Record<string, boolean>> {
  const response = await fetch(apiUrl(path), { signal: AbortSignal.timeout(5000) });
  if (!response.ok) throw new Error(`The appliance returned status ${response.status}.`);
  return ((await response.json()) as { data: Record<string, boolean> }).data;
}

/** Returns the names of the files of the current page, which differ between versions. */
async function readPageFiles(): Promise<string> {
  const response = await fetch(document.baseURI, { cache: 'no-cache', signal: AbortSignal.timeout(5000) });
  if (!response.ok) throw new Error(`The appliance returned status ${response.status}.`);
  return [...(await response.text()).matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)]
    .map(([, file]) => file)
    .join();
}
