import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Only silence and server faults are worth a second try; a refusal stays a refusal. */
function worthRetrying(failures: number, error: Error): boolean {
  if (!(error instanceof ApiError)) return false;
  return failures < 2 && (error.status === 0 || error.status >= 502);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: worthRetrying, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});
