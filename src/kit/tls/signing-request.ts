import {
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type JsonNameParams,
  KeyUsageFlags,
  KeyUsagesExtension,
  Name,
  Pkcs10CertificateRequestGenerator,
  SubjectAlternativeNameExtension,
} from '@peculiar/x509';
import { generateKeys, importKeys, subjectNames, writePemBlock } from './certificate-make.ts';

const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const rsa = (modulusLength: number) => ({
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
});

/** The key types that certificate authorities require. */
export type KeyType = 'ec-p256' | 'rsa-2048' | 'rsa-3072';

/** The subject of a requested certificate. Empty parts of the name are omitted. */
export interface SigningRequestSubject {
  commonname: string;
  /** Host names and addresses. The common name is added if it is a host name or an address. */
  sans: string[];
  organization?: string | undefined;
  organizationalunit?: string | undefined;
  locality?: string | undefined;
  state?: string | undefined;
  /** The code of two letters. */
  country?: string | undefined;
}

/** A certificate signing request (PKCS #10) and its private key, both in PEM. */
export interface SigningRequest {
  csr: string;
  key: string;
}

/**
 * Creates a certificate signing request for a server, with a new key or an existing P-256 key (PEM). The
 * result contains the private key. Throws CertificateError for an unusable name and for a key of another
 * type, and the error of `createPrivateKey` for an unreadable PEM.
 */
export async function makeSigningRequest(
  subject: SigningRequestSubject,
  key: { type: KeyType } | { keep: string },
): Promise<SigningRequest> {
  const names = subjectNames(subject);
  const keys = 'keep' in key ? await importKeys(key.keep) : await keysOf(key.type);
  const request = await Pkcs10CertificateRequestGenerator.create({
    name: nameOf(subject),
    keys,
    signingAlgorithm: keys.publicKey.algorithm.name === EC.name ? EC : rsa(0),
    extensions: [
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(names),
    ],
  });
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
  return { csr: `${request.toString('pem').trim()}\n`, key: writePemBlock('PRIVATE KEY', der) };
}

function keysOf(type: KeyType): Promise<CryptoKeyPair> {
  if (type === 'ec-p256') return generateKeys();
  const algorithm = rsa(type === 'rsa-2048' ? 2048 : 3072);
  return crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<CryptoKeyPair>;
}

/**
 * Returns the name from the country down to the common name, in the order of authorities. Each part is passed
 * as text, so that one that starts with # is not read as hexadecimal digits.
 */
function nameOf(subject: SigningRequestSubject): Name {
  const { country, state, locality, organization, organizationalunit, commonname } = subject;
  const parts: JsonNameParams = [];
  if (country) parts.push({ C: [{ printableString: country }] });
  const texts = { ST: state, L: locality, O: organization, OU: organizationalunit, CN: commonname };
  for (const [type, text] of Object.entries(texts)) if (text) parts.push({ [type]: [{ utf8String: text }] });
  return new Name(parts);
}
