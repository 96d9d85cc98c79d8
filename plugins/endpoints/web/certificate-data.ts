import { useQuery } from '@tanstack/react-query';
import { get, type Method, request } from '../../../src/web/api/client.ts';
import { queryClient } from '../../../src/web/api/query-client.ts';
import type { CertificateView } from '../certificate/schemas.ts';

const PATH = '/endpoints/settings/server-cert';
const KEY = ['servercertificate'];
/** Milliseconds between requests while a certificate is announced, to update the number of agents. */
const LOOK_MS = 15_000;

/** Reads the server certificate. Refreshes it every 15 seconds while its successor is announced to agents. */
export const useCertificate = () =>
  useQuery({
    queryKey: KEY,
    queryFn: () => get<CertificateView>(PATH),
    refetchInterval: ({ state }) => (state.data?.next ? LOOK_MS : false),
  });

/**
 * Changes the certificate at a route below its path (`what`) and caches the answer. The browser may not trust
 * the new certificate until the page is reloaded, so no further request is made. Throws the error of the
 * server.
 */
export async function changeCertificate(
  method: Method,
  what: string,
  body?: unknown,
): Promise<CertificateView> {
  const { data } = await request<CertificateView>(method, `${PATH}/${what}`, { body });
  queryClient.setQueryData(KEY, data);
  return data;
}

export const refreshCertificate = (): Promise<void> => queryClient.invalidateQueries({ queryKey: KEY });
