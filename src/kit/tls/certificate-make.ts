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

/** The longest validity, in days, that browsers accept from a certificate which a person trusted by hand. */
export const maxValidityDays = 825;

export interface CertificateRequest {
  commonname: string;
  /** Host names and addresses; the common name is added when it is one. */
  sans: string[];
  /** 1 to 825; 825 when absent. */
  validitydays?: number;
  /** A P-256 key (PEM) to keep, so that the pin which agents hold stays valid; a new one is made when absent. */
  key?: string;
}

/** Makes a self-signed ECDSA P-256 server certificate (SHA-256). Throws CertificateError on a name that cannot be used. */
export async function makeCertificate(
  request: CertificateRequest,
  now = new Date(),
): Promise<CertificatePair> {
  const days = request.validitydays ?? maxValidityDays;
  if (!Number.isInteger(days) || days < 1 || days > maxValidityDays) {
    throw new CertificateError(`The validity must be 1 to ${maxValidityDays} days.`, 'validitydays');
  }
  const keys = request.key ? await importKeys(request.key) : await generateKeys();
  // A plant PC with a slow clock must not see a certificate from the future; the margin counts as validity.
  const start = now.getTime() - Math.min(1, days / 2) * dayMilliseconds;
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    // As text: a name that begins with # would be read as hexadecimal digits.
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
      // Two of ours in one file of trusted ones, while they change over, are told apart by it.
      await AuthorityKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
  return { cert: `${certificate.toString('pem')}\n`, key: writePemBlock('PRIVATE KEY', der) };
}

/** Returns the names of a certificate as its extension lists them. Throws CertificateError on one that cannot be used. */
export function subjectNames(
  request: Pick<CertificateRequest, 'commonname' | 'sans'>,
): { type: 'dns' | 'ip'; value: string }[] {
  if (request.commonname.length === 0 || request.commonname.length > 64) {
    throw new CertificateError('The common name must have 1 to 64 characters.', 'commonname');
  }
  const isHost = isIP(request.commonname) || /^[a-z0-9.-]+$/i.test(request.commonname);
  const names = [...(isHost ? [request.commonname] : []), ...request.sans];
  const unique = [...new Set(names.map((name) => name.trim().toLowerCase()))].filter(Boolean);
  if (unique.length === 0) throw new CertificateError('Give at least one host name or address.', 'sans');
  return unique.map((name) =>
    isIP(name) ? { type: 'ip', value: plainAddress(name) } : { type: 'dns', value: dnsName(name) },
  );
}

/** In groups of hexadecimal digits: the ASN.1 library misreads an IPv6 address that ends as an IPv4 one. */
function plainAddress(address: string): string {
  if (isIPv4(address)) return address;
  // Outside its machine the zone means nothing.
  return new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1);
}

function dnsName(name: string): string {
  const ascii = name.startsWith('*.') ? `*.${domainToASCII(name.slice(2))}` : domainToASCII(name);
  if (
    ascii.length > 253 ||
    !/^(\*\.)?[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/.test(ascii) ||
    ascii.includes('..') ||
    // A short or hexadecimal form of an address, for example 192.168.1.
    isIP(ascii)
  ) {
    throw new CertificateError(`"${name.slice(0, 80)}" is not a host name or an address.`, 'sans');
  }
  return ascii;
}

export async function generateKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<CryptoKeyPair>;
}

export async function importKeys(pem: string): Promise<CryptoKeyPair> {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
    throw new CertificateError('Only a P-256 key can be kept; let a new key be made.', 'keepkey');
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
  // RFC 5280 wants a positive number: the sign bit is clear and the first byte is not zero.
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.toString('hex');
}

export function writePemBlock(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
