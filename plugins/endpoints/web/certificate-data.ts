import { useQuery } from '@tanstack/react-query';
import { get, type Method, request } from '../../../src/web/api/client.ts';
import { queryClient } from '../../../src/web/api/query-client.ts';
import type { CertificateView } from '../certificate/schemas.ts';

const PATH = '/endpoints/settings/server-cert';
const KEY = ['servercertificate'];
/** While agents are told of a certificate, their number is looked at so often. */
const LOOK_MS = 15_000;

export const useCertificate = () =>
  useQuery({
    queryKey: KEY,
    queryFn: () => get<CertificateView>(PATH),
    refetchInterval: ({ state }) => (state.data?.next ? LOOK_MS : false),
  });

/**
 * Changes the certificate. What the answer says is shown as it is: the browser may trust the new one only once the page
 * is loaded anew.
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
