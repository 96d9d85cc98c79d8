import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';

/**
 * A server certificate in PEM (own certificate first, then its issuers), and its unencrypted private key in
 * PEM.
 */
export interface CertificatePair {
  cert: string;
  key: string;
}

/** An error for a certificate, key or pair that cannot be served. The message is for users. */
export class CertificateError extends Error {
  override name = 'CertificateError';

  constructor(
    message: string,
    /** The part of the pair, or of the request for one, that the error concerns. */
    readonly field:
      | 'certificate'
      | 'key'
      | 'commonname'
      | 'sans'
      | 'validitydays'
      | 'keepkey' = 'certificate',
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * An error for a server certificate without the one of its issuer. Clients that trust only the root need the
 * issuer.
 */
export class MissingIssuerError extends CertificateError {}

const maxPemCharacters = 100_000;
const maxChainLength = 10;
/** P-256 and P-384, because the main browsers accept no other curve. */
const SERVED_CURVES = new Set(['prime256v1', 'secp384r1']);
const serverAuthOid = '1.3.6.1.5.5.7.3.1';

/**
 * Returns the certificates of a PEM text in its order. Throws CertificateError when there is none, one is
 * damaged, or the text has over 100,000 characters or 10 certificates.
 */
export function parseChain(pem: string): X509Certificate[] {
  if (pem.length > maxPemCharacters) throw new CertificateError('The certificate is larger than 100 kB.');
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) throw new CertificateError('The certificate is not a PEM certificate.');
  if (blocks.length > maxChainLength) throw new CertificateError('The chain has more than 10 certificates.');
  return blocks.map((block, index) => {
    try {
      return new X509Certificate(block);
    } catch {
      throw new CertificateError(`Certificate ${index + 1} of the chain is damaged and cannot be read.`);
    }
  });
}

function parseKey(pem: string): KeyObject {
  if (pem.length > maxPemCharacters) throw new CertificateError('The key is larger than 100 kB.', 'key');
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem))
    throw new CertificateError('The key is not a PEM key.', 'key');
  if (pem.includes('ENCRYPTED')) {
    throw new CertificateError(
      'The key is protected by a password. Remove the password, for example with openssl pkey.',
      'key',
    );
  }
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw new CertificateError('The key is damaged and cannot be read.', 'key');
  }
  return refuseUnservableKey(key);
}

function refuseUnservableKey(key: KeyObject): KeyObject {
  const details = key.asymmetricKeyDetails;
  if (key.asymmetricKeyType === 'rsa') {
    if ((details?.modulusLength ?? 0) >= 2048) return key;
    throw new CertificateError('The RSA key is shorter than 2048 bits. Browsers reject it.', 'key');
  }
  if (key.asymmetricKeyType === 'ec' && SERVED_CURVES.has(details?.namedCurve ?? '')) return key;
  throw new CertificateError('The key must be an RSA or an elliptic-curve (P-256, P-384) key.', 'key');
}

function checkChainOrder(chain: X509Certificate[], key: KeyObject): void {
  const [own] = chain;
  if (!own?.checkPrivateKey(key)) {
    const misplaced = chain.some((certificate) => certificate.checkPrivateKey(key));
    throw new CertificateError(
      misplaced
        ? 'The chain is in the wrong order. Put the certificate of this appliance first.'
        : 'The key does not belong to the certificate.',
      misplaced ? 'certificate' : 'key',
    );
  }
  chain.slice(1).forEach((issuer, index) => {
    const issued = chain[index];
    if (issued?.checkIssued(issuer) && issued.verify(issuer.publicKey)) return;
    throw new CertificateError(
      `The chain is in the wrong order. Certificate ${index + 2} did not issue the previous one.`,
    );
  });
}

function checkUsable(chain: X509Certificate[], now: Date): void {
  const purposes = chain[0]?.keyUsage;
  if (purposes?.length && !purposes.includes(serverAuthOid)) {
    throw new CertificateError('The certificate is not for servers (no server authentication).');
  }
  for (const certificate of chain) {
    if (now < new Date(certificate.validFrom)) {
      throw new CertificateError(`The certificate is not valid before ${isoTime(certificate.validFrom)}.`);
    }
    if (now > new Date(certificate.validTo)) {
      throw new CertificateError(`The certificate expired at ${isoTime(certificate.validTo)}.`);
    }
  }
}

/**
 * Checks that certificate and key are readable, of a kind that browsers accept, in order and belong together,
 * without checking their dates. Returns the pair in normalized form. Throws CertificateError.
 */
export function checkMatch(cert: string, key: string): CertificatePair {
  const chain = parseChain(cert);
  const privateKey = parseKey(key);
  checkChainOrder(chain, privateKey);
  return {
    cert: chain.map((certificate) => `${certificate.toString().trim()}\n`).join(''),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/**
 * Checks that a pair can be served to browsers now: readable, matching, chain order, purpose, dates. Returns
 * the pair in normalized form, with the certificates only and the key as PKCS #8. Throws CertificateError.
 */
export function checkPair(cert: string, key: string, now = new Date()): CertificatePair {
  const pair = checkMatch(cert, key);
  checkUsable(parseChain(cert), now);
  return pair;
}

/** Reports whether a certificate is signed with its own key. */
export const isSelfSigned = (certificate: X509Certificate): boolean =>
  certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey);

/** Returns the text form of an X.509 time as ISO 8601 in UTC. */
export function isoTime(text: string): string {
  return new Date(text).toISOString();
}
