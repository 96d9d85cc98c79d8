import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { isoTime, isSelfSigned, parseChain } from './certificate-check.ts';

/** The public details of a certificate for users and agents. Times are ISO 8601 in UTC. */
export interface CertificateDetails {
  commonname: string;
  issuer: string;
  notbefore: string;
  notafter: string;
  sans: string[];
  thumbprint: string;
  sha256: string;
  spkipin: string;
  selfsigned: boolean;
  daystoexpiry: number;
}

const dayMilliseconds = 86_400_000;

/**
 * Returns the details of the first certificate in a PEM text. `thumbprint` is the SHA-1 hash in hex. `sha256`
 * is the hash of the whole certificate in hex. `spkipin` is the SHA-256 hash of the public key in base64.
 * `daystoexpiry` is negative once it has expired. Throws like `parseChain`.
 */
export function describeCertificate(pem: string, now = new Date()): CertificateDetails {
  const certificate = parseChain(pem)[0]!;
  const spki = certificate.publicKey.export({ type: 'spki', format: 'der' });
  const expiry = new Date(certificate.validTo);
  return {
    commonname: commonName(certificate.subject),
    issuer: commonName(certificate.issuer),
    notbefore: isoTime(certificate.validFrom),
    notafter: isoTime(certificate.validTo),
    sans: subjectNames(certificate.subjectAltName),
    thumbprint: createHash('sha1').update(certificate.raw).digest('hex').toUpperCase(),
    sha256: createHash('sha256').update(certificate.raw).digest('hex'),
    spkipin: createHash('sha256').update(spki).digest('base64'),
    selfsigned: isSelfSigned(certificate),
    daystoexpiry: Math.floor((expiry.getTime() - now.getTime()) / dayMilliseconds),
  };
}

/** Returns the common name in a distinguished name, or all of it when it has none. */
export function commonName(distinguishedName: string | undefined): string {
  const line = distinguishedName?.split('\n').find((part) => part.startsWith('CN='));
  return unescapeText(line?.slice(3) ?? distinguishedName?.replaceAll('\n', ', ') ?? '');
}

/**
 * Resolves the escapes in a distinguished name. Special characters have a backslash before them, or are two
 * hexadecimal digits after one.
 */
const unescapeText = (text: string): string =>
  text.replace(/\\([0-9A-Fa-f]{2}|.)/g, (_whole, code: string) =>
    code.length === 2 ? String.fromCharCode(Number.parseInt(code, 16)) : code,
  );

function subjectNames(text: string | undefined): string[] {
  const names = [...(text ?? '').matchAll(/(?:DNS|IP Address):([^,"\s]+)/g)].map((match) => match[1] ?? '');
  // OpenSSL writes IPv6 addresses in full. The host of a URL is their short form.
  return names.map((name) => (isIPv6(name) ? new URL(`http://[${name}]`).hostname.slice(1, -1) : name));
}
