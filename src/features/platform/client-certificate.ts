import { createPrivateKey, X509Certificate } from 'node:crypto';

/**
 * Returns an error message for a certificate and its RSA key in PEM; undefined when a client can sign with
 * them.
 */
export function findClientCertificateProblem(pem: string): string | undefined {
  try {
    const certificate = new X509Certificate(pem);
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType !== 'rsa') return 'has a key that is not RSA.';
    // The signature algorithm PS256 requires at least 2048 bits.
    if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048) return 'has a key shorter than 2048 bits.';
    return certificate.checkPrivateKey(key)
      ? undefined
      : 'has a key that does not belong to the certificate.';
  } catch {
    return 'must be a certificate and its private key in PEM format, without a password.';
  }
}
