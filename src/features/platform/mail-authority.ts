import { X509Certificate } from 'node:crypto';

const BLOCK = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/** Returns an error message unless a text consists of one or more certificates in PEM, of a CA or not. */
export function validateAuthorities(text: string): string | undefined {
  const blocks = text.match(BLOCK) ?? [];
  if (blocks.length === 0 || text.replace(BLOCK, '').trim() !== '')
    return 'must be a certificate in PEM format, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----.';
  return blocks.some((block) => !isCertificate(block))
    ? 'contains a certificate that cannot be read.'
    : undefined;
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
