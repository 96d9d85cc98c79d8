import { useEffect, useState } from 'react';
import { apiUrl } from '../../../../src/web/api/base-path.ts';

const ASK_MS = 10_000;
const PATIENCE_MS = 5000;

export interface DisplayRole {
  role: string | null;
  path: string | null;
  /** The IP address from which the appliance sees this screen. */
  address: string | null;
}

/**
 * Asks the server every ten seconds, while `isAsked`, which page this screen must show. Returns undefined
 * until the first response.
 */
export function useRole(fqdn: string | undefined, isAsked: boolean): DisplayRole | undefined {
  const [role, setRole] = useState<DisplayRole | undefined>();
  useEffect(() => {
    if (!isAsked) return;
    let isOver = false;
    const ask = async () => {
      const next = await fetchRole(fqdn).catch(() => undefined);
      if (next && !isOver) setRole((before) => (isSame(before, next) ? before : next));
    };
    void ask();
    const timer = setInterval(ask, ASK_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [fqdn, isAsked]);
  return role;
}

const isSame = (one: DisplayRole | undefined, other: DisplayRole): boolean =>
  one?.role === other.role && one.path === other.path && one.address === other.address;

async function fetchRole(fqdn: string | undefined): Promise<DisplayRole> {
  const response = await fetch(apiUrl('/dashboarddefaults/display-role', { fqdn }), {
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!response.ok) throw new Error(`It answered ${response.status}.`);
  const { data } = (await response.json()) as { data: { role: string | null; path: string | null } };
  return { role: data.role, path: data.path, address: response.headers.get('x-client-address') };
}
