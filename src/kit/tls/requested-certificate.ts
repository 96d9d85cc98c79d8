import type { ChainOptions } from './issued-chain.ts';
import type { SigningRequest, SigningRequestSubject } from './signing-request.ts';

type NewKey = Parameters<typeof import('./signing-request.ts')['makeSigningRequest']>[1];

/**
 * Creates a certificate signing request, as `makeSigningRequest` describes. The ASN.1 library is loaded on
 * demand, because it would add 40 ms to each start.
 */
export async function requestCertificate(
  subject: SigningRequestSubject,
  key: NewKey,
): Promise<SigningRequest> {
  await import('reflect-metadata');
  const { makeSigningRequest } = await import('./signing-request.ts');
  return makeSigningRequest(subject, key);
}

/**
 * Returns the certificate chain in the response of an authority, as `readIssuedChain` describes. The ASN.1
 * library is loaded on demand here too.
 */
export async function orderChain(text: string, key: string, options: ChainOptions): Promise<string> {
  await import('reflect-metadata');
  const { readIssuedChain } = await import('./issued-chain.ts');
  return readIssuedChain(text, key, options);
}
