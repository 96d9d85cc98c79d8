import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { DemoStateRecord } from '../../features/demo/schemas.ts';
import { get, request } from './client.ts';
import { queryClient } from './query-client.ts';

const WATCH_MS = 700;
const demoKey = ['demo'];

/** Reports whether the demo data are being loaded or removed. */
export const isDemoBusy = (demo: DemoStateRecord | undefined): boolean =>
  demo?.state === 'loading' || demo?.state === 'removing';

/** Returns the state of the demo data for admins. Loads all data of the page again when they have changed. */
export function useDemo(): DemoStateRecord | undefined {
  const { data } = useQuery({
    queryKey: demoKey,
    queryFn: () => get<DemoStateRecord>('/demo'),
    refetchInterval: ({ state }) => (isDemoBusy(state.data) ? WATCH_MS : false),
  });
  const isBusy = isDemoBusy(data);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy) void queryClient.invalidateQueries();
    wasBusy.current = isBusy;
  }, [isBusy]);
  return data;
}

/** Starts to load the demo data. */
export const startDemoLoad = (): Promise<void> => send('POST');

/** Starts to remove the demo data. */
export const startDemoRemoval = (): Promise<void> => send('DELETE');

async function send(method: 'POST' | 'DELETE'): Promise<void> {
  const { data } = await request<DemoStateRecord>(method, '/demo');
  queryClient.setQueryData(demoKey, data);
}
