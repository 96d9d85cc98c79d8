import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/**
 * Reports whether a query is sent again: at most twice, and only after a missing response or a status from
 * 502. Rejections and status 500 are final.
 */
function worthRetrying(failures: number, error: Error): boolean {
  if (!(error instanceof ApiError)) return false;
  return failures < 2 && (error.status === 0 || error.status >= 502);
}

/** The cache of all requests. Data are fresh for 15 seconds and load again when the window gets the focus. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: worthRetrying, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});
