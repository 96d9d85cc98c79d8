import { useEffect, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import type { KioskClient } from './kiosk-client.ts';

const CHECK_MS = 30_000;

/**
 * State of the token: `unknown` when the appliance does not know it, `revoked` while the device is disabled.
 */
export type TokenStatus = 'good' | 'unknown' | 'revoked';

/**
 * Checks the token every 30 seconds. It is `good` until the first response. Errors other than 401 and 404
 * leave the state unchanged, also a missing response. `probe` is a path that requires the token.
 */
export function useTokenStatus(client: KioskClient, probe: string): TokenStatus {
  const [tokenStatus, setTokenStatus] = useState<TokenStatus>('good');
  useEffect(() => {
    let isOver = false;
    const ask = async () => {
      const next = await client.get(probe).then(() => 'good' as const, statusOf);
      if (!isOver && next) setTokenStatus(next);
    };
    void ask();
    const timer = setInterval(ask, CHECK_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [client, probe]);
  return tokenStatus;
}

function statusOf(cause: unknown): TokenStatus | undefined {
  if (!(cause instanceof ApiError)) throw cause;
  if (cause.status === 401) return cause.code === 'TOKEN_REVOKED' ? 'revoked' : 'unknown';
  return cause.status === 404 ? 'good' : undefined;
}
