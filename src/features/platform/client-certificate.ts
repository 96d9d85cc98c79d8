import { createPrivateKey, X509Certificate } from 'node:crypto';

/** Returns what is wrong with a certificate and its RSA key in PEM; undefined when a client can sign with them. */
export function findClientCertificateProblem(pem: string): string | undefined {
  try {
    const certificate = new X509Certificate(pem);
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType !== 'rsa') return 'has a key that is not RSA.';
    // The signature PS256 takes no shorter ones.
    if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048) return 'has a key with fewer than 2048 bits.';
    return certificate.checkPrivateKey(key)
      ? undefined
      : 'has a key that does not belong to the certificate.';
  } catch {
    return 'is a certificate and its private key in PEM, without a password.';
  }
}
