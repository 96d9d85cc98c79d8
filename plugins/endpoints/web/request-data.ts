import { useQuery } from '@tanstack/react-query';
import { get, request } from '../../../src/web/api/client.ts';
import { queryClient } from '../../../src/web/api/query-client.ts';
import type { SigningRequestView } from '../certificate/request-schemas.ts';
import type { CertificateView } from '../certificate/schemas.ts';
import { refreshCertificate } from './certificate-data.ts';

export type { SigningRequestView };

const PATH = '/endpoints/settings/server-cert/request';
const KEY = ['certificaterequest'];

/** Reads the open certificate request; its data are null when there is none. */
export const useCertificateRequest = () =>
  useQuery({ queryKey: KEY, queryFn: () => get<SigningRequestView | null>(PATH) });

const show = (data: SigningRequestView | null): void => void queryClient.setQueryData(KEY, data);

export const createRequest = async (body: unknown): Promise<void> =>
  show((await request<SigningRequestView>('POST', PATH, { body })).data);

export async function discardRequest(): Promise<void> {
  await request('DELETE', PATH);
  show(null);
}

/**
 * Sends the certificate that the authority issued, which ends the request. Returns the state of the server
 * certificate after that. Throws the error of the server.
 */
export async function submitIssuedCertificate(body: unknown): Promise<CertificateView> {
  const { data } = await request<CertificateView>('POST', `${PATH}/certificate`, { body });
  show(null);
  await refreshCertificate();
  return data;
}
