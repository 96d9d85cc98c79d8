import { createPrivateKey, randomBytes } from 'node:crypto';
import { isIP, isIPv4 } from 'node:net';
import { domainToASCII } from 'node:url';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Name,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { CertificateError, type CertificatePair } from './certificate-check.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const dayMilliseconds = 86_400_000;

/** The longest validity in days that browsers accept from a certificate which a user trusted manually. */
export const maxValidityDays = 825;

export interface CertificateRequest {
  commonname: string;
  /** Host names and addresses. The common name is added if it is one. */
  sans: string[];
  /** The validity in days, 1 to 825; the default is 825. */
  validitydays?: number;
  /** An existing P-256 key (PEM), so that the pin in agents stays valid. Without it, a new key is created. */
  key?: string;
}

/**
 * Creates a self-signed ECDSA P-256 server certificate (SHA-256). Throws CertificateError for an unusable
 * name, validity or key.
 */
export async function makeCertificate(
  request: CertificateRequest,
  now = new Date(),
): Promise<CertificatePair> {
  const days = request.validitydays ?? maxValidityDays;
  if (!Number.isInteger(days) || days < 1 || days > maxValidityDays) {
    throw new CertificateError(`The validity must be 1 to ${maxValidityDays} days.`, 'validitydays');
  }
  const keys = request.key ? await importKeys(request.key) : await generateKeys();
  // A PC with a slow clock must not see a certificate from the future. The margin counts as part of the
  // validity.
  const start = now.getTime() - Math.min(1, days / 2) * dayMilliseconds;
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    // The name is passed as text, because a name that starts with # would be read as hexadecimal digits.
    name: new Name([{ CN: [{ utf8String: request.commonname }] }]),
    notBefore: new Date(start),
    notAfter: new Date(start + days * dayMilliseconds),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(subjectNames(request)),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      // During a change of certificates, this distinguishes two of them in one file of trusted certificates.
      await AuthorityKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
  return { cert: `${certificate.toString('pem')}\n`, key: writePemBlock('PRIVATE KEY', der) };
}

/**
 * Returns the names of a certificate for its subjectAltName extension, each once and in lower case. The
 * common name is among them if it is a host name or an address. Throws CertificateError for an unusable name,
 * and when there is none.
 */
export function subjectNames(
  request: Pick<CertificateRequest, 'commonname' | 'sans'>,
): { type: 'dns' | 'ip'; value: string }[] {
  if (request.commonname.length === 0 || request.commonname.length > 64) {
    throw new CertificateError('The common name must have 1 to 64 characters.', 'commonname');
  }
  const isHost = isIP(request.commonname) || /^[a-z0-9.-]+$/i.test(request.commonname);
  const names = [...(isHost ? [request.commonname] : []), ...request.sans];
  const unique = [...new Set(names.map((name) => name.trim().toLowerCase()))].filter(Boolean);
  if (unique.length === 0) throw new CertificateError('Enter at least one host name or address.', 'sans');
  return unique.map((name) =>
    isIP(name) ? { type: 'ip', value: plainAddress(name) } : { type: 'dns', value: dnsName(name) },
  );
}

/**
 * Returns an IPv6 address in groups of hexadecimal digits. The ASN.1 library misreads one that ends in IPv4
 * notation.
 */
function plainAddress(address: string): string {
  if (isIPv4(address)) return address;
  // The zone of an IPv6 address, such as `%eth0`, has a meaning on its own machine only.
  return new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1);
}

function dnsName(name: string): string {
  const ascii = name.startsWith('*.') ? `*.${domainToASCII(name.slice(2))}` : domainToASCII(name);
  if (
    ascii.length > 253 ||
    !/^(\*\.)?[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/.test(ascii) ||
    ascii.includes('..') ||
    // A name that has become an address here is a short or hexadecimal form of one, for example 192.168.1.
    isIP(ascii)
  ) {
    throw new CertificateError(`"${name.slice(0, 80)}" is not a host name or an address.`, 'sans');
  }
  return ascii;
}

/** Creates an ECDSA P-256 key pair that can be exported. */
export async function generateKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<CryptoKeyPair>;
}

/**
 * Reads an existing P-256 key in PEM. Throws CertificateError for a key of another kind, and the error of
 * `createPrivateKey` for an unreadable PEM.
 */
export async function importKeys(pem: string): Promise<CryptoKeyPair> {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
    throw new CertificateError('You can reuse only a P-256 key. Create a new key.', 'keepkey');
  }
  const jwk = key.export({ format: 'jwk' }) as JsonWebKey;
  const { d: _secret, ...publicJwk } = jwk;
  return {
    privateKey: await crypto.subtle.importKey('jwk', jwk, algorithm, true, ['sign']),
    publicKey: await crypto.subtle.importKey('jwk', publicJwk, algorithm, true, ['verify']),
  };
}

function serialNumber(): string {
  const bytes = randomBytes(16);
  // RFC 5280 requires a positive number, so the sign bit is clear and the first byte is not zero.
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.toString('hex');
}

/** Returns a PEM block with a label such as `PRIVATE KEY`. */
export function writePemBlock(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
