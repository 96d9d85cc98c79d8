import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { chmodSync, closeSync, existsSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { readText, replaceFile } from './on-disk.ts';
import { SigningKey } from './signing-key.ts';

/** The mask that replaces a secret in responses and logs. */
export const SECRET_MASK = '********';

interface Chain {
  readonly isBegun: boolean;
  /** Records that the chain has begun, in a file that only the appliance writes. */
  begin(): void;
}

/** The last served certificate, so that the next start detects when it is missing. */
interface CertificateNote {
  /** The SPKI pin; undefined when no certificate was served yet. */
  readonly pin: string | undefined;
  serves(pin: string): void;
}

/**
 * The keys of this appliance in `secrets.json` (mode 0600). One signs logins. The other one encrypts secrets,
 * and the key of the audit log is derived from it.
 */
export class Secrets {
  readonly loginKey: Uint8Array;
  readonly auditKey: SigningKey;
  private readonly sealKey: Buffer;

  constructor(
    keys: { login: string; seal: string },
    /**
     * Records whether the audit log was ever written with its key. From then on, a missing head file counts
     * as a change from outside.
     */
    readonly chain: Chain,
    readonly certificate: CertificateNote,
  ) {
    this.loginKey = Buffer.from(keys.login, 'base64url');
    this.sealKey = Buffer.from(keys.seal, 'base64url');
    this.auditKey = new SigningKey(createHmac('sha256', this.sealKey).update('audit log').digest());
  }

  /** Encrypts with AES-256-GCM. Returns `nonce.tag.text` in base64url. */
  encrypt(text: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.sealKey, nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.');
  }

  /**
   * Returns the decrypted text; undefined when it was encrypted with another key or is damaged. The secret
   * must then be entered again.
   */
  decrypt(sealed: string): string | undefined {
    const [nonce, tag, text] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'));
    if (!nonce || !tag || !text) return undefined;
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.sealKey, nonce);
      decipher.setAuthTag(tag);
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }
}

/** Returns the path of the file with the keys of a data directory. */
export const secretsPath = (data: string): string => join(data, 'secrets.json');

/** Reads the keys, and creates them on the first start. Throws like `openSecrets`. */
export function ensureSecrets(data: string): Secrets {
  const file = secretsPath(data);
  if (!existsSync(file)) writePrivately(file, { login: newKey(), seal: newKey() });
  return openSecrets(data);
}

/**
 * Replaces the key that signs logins. From the next start on, all previous sign-ins are invalid. Throws like
 * `openSecrets`.
 */
export function renewLoginKey(data: string): void {
  openSecrets(data);
  const file = secretsPath(data);
  writePrivately(file, { ...readSecrets(file), login: newKey() });
}

const newKey = () => randomBytes(32).toString('base64url');

/**
 * Reads the keys. Throws an Error that names the file when it is missing, cannot be read or is damaged.
 * Removes the access of other users to the file.
 */
export function openSecrets(data: string): Secrets {
  const file = secretsPath(data);
  const keys = readSecrets(file);
  if (!keys || !isKey(keys.login) || !isKey(keys.seal)) {
    throw new Error(
      `${file} is damaged. Restore it from a backup, or move it away and start once with --new-secrets. Then all users must sign in again, and secret settings must be entered again.`,
    );
  }
  chmodSync(file, 0o600);
  const stored = { login: keys.login, seal: keys.seal, chain: keys.chain, certificate: keys.certificate };
  const remember = (more: Partial<typeof stored>) => writePrivately(file, Object.assign(stored, more));
  return new Secrets(
    { login: keys.login, seal: keys.seal },
    {
      get isBegun() {
        return stored.chain === 'keyed';
      },
      begin: () => remember({ chain: 'keyed' }),
    },
    {
      get pin() {
        return typeof stored.certificate === 'string' ? stored.certificate : undefined;
      },
      serves: (pin) => stored.certificate !== pin && remember({ certificate: pin }),
    },
  );
}

/** Reports whether a key has 256 bits. A shorter one would work but protect nothing. */
const isKey = (text: unknown): text is string =>
  typeof text === 'string' && Buffer.from(text, 'base64url').length === 32;

interface SecretsFile {
  login?: unknown;
  seal?: unknown;
  chain?: unknown;
  certificate?: unknown;
}

/**
 * Returns the content of `secrets.json`; undefined for invalid JSON. Throws when the file cannot be read,
 * because that is not damage.
 */
function readSecrets(file: string): SecretsFile | undefined {
  if (!existsSync(file)) throw new Error(`${file} is missing. Restore it from a backup.`);
  const text = readText(file);
  try {
    return JSON.parse(text) as SecretsFile;
  } catch {
    return undefined;
  }
}

function writePrivately(file: string, content: SecretsFile): void {
  const handle = openSync(`${file}.tmp`, 'w', 0o600);
  try {
    writeSync(handle, JSON.stringify(content));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  replaceFile(`${file}.tmp`, file);
}
