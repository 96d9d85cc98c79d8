import { createPrivateKey, X509Certificate } from 'node:crypto';
import { X509Certificates } from '@peculiar/x509';
import { cutText } from '../clean-text.ts';
import { CertificateError, isSelfSigned, MissingIssuerError, parseChain } from './certificate-check.ts';
import { commonName } from './certificate-describe.ts';

export interface ChainOptions {
  /**
   * True to accept a certificate without the one of its issuer, because the clients trust the issuer
   * directly.
   */
  withoutChain: boolean;
}

/** Matches the body of a PEM block. Windows labels a PKCS #7 file in PEM as a certificate. */
const PEM = /-----BEGIN (?:PKCS7|PKCS #7 SIGNED DATA|CMS|CERTIFICATE)-----([A-Za-z0-9+/=\s]+)-----END /;

/**
 * Reads the response of a certificate authority. It is certificates in PEM in any order, one in base64, or a
 * PKCS #7 file (.p7b) in either form. Returns PEM with the certificate of the key first and its issuers after
 * it. Throws CertificateError when the text is unreadable or no certificate belongs to the key. Throws
 * MissingIssuerError when the issuer of that certificate is missing, unless `withoutChain` is true.
 */
export function readIssuedChain(text: string, key: string, { withoutChain }: ChainOptions): string {
  const certificates = readCertificates(text);
  const privateKey = createPrivateKey(key);
  const own = certificates.find((certificate) => certificate.checkPrivateKey(privateKey));
  if (!own)
    throw new CertificateError(
      'None of these certificates belongs to the request. They were issued for another request.',
    );
  const chain = chainOf(own, certificates);
  if (chain.length === 1 && !withoutChain && !isSelfSigned(own)) throw missingIssuerOf(own);
  return chain.map((certificate) => `${certificate.toString().trim()}\n`).join('');
}

function missingIssuerOf(certificate: X509Certificate): MissingIssuerError {
  const issuer = cutText(commonName(certificate.issuer), 100) ?? '';
  return new MissingIssuerError(
    `The certificate of the issuer "${issuer}" is missing. Add the intermediate certificates, or export the certificate with its chain (PKCS #7).`,
  );
}

/** Returns the certificate followed by its issuers, each after the certificate that it issued. */
function chainOf(own: X509Certificate, certificates: readonly X509Certificate[]): X509Certificate[] {
  const chain = [own];
  for (let last = own; ; ) {
    const issuer = certificates.find((one) => !chain.includes(one) && hasIssued(one, last));
    if (!issuer) return chain;
    chain.push(issuer);
    last = issuer;
  }
}

/**
 * Reports whether one certificate is signed by another. The name is not sufficient, because a renewed
 * authority has the same name and another key.
 */
function hasIssued(issuer: X509Certificate, issued: X509Certificate): boolean {
  try {
    return issued.checkIssued(issuer) && issued.verify(issuer.publicKey);
  } catch {
    // The type of the key is unknown.
    return false;
  }
}

function readCertificates(text: string): X509Certificate[] {
  const inPem = PEM.exec(text)?.[1];
  if (inPem !== undefined || text.includes('-----BEGIN'))
    return readPkcs7(Buffer.from(inPem ?? '', 'base64')) ?? parseChain(text);
  const base64 = text.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64))
    throw new CertificateError('This is neither a certificate nor a PKCS #7 file.');
  const der = Buffer.from(base64, 'base64');
  return readPkcs7(der) ?? [readDer(der)];
}

function readPkcs7(der: Buffer): X509Certificate[] | undefined {
  try {
    const found = new X509Certificates(new Uint8Array(der));
    return found.length === 0 ? undefined : [...found].map((one) => new X509Certificate(one.toString('pem')));
  } catch {
    return undefined;
  }
}

function readDer(der: Buffer): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch {
    throw new CertificateError('This is neither a certificate nor a PKCS #7 file.');
  }
}
