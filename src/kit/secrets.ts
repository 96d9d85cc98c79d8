import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { SigningKey } from './signing-key.ts';

/** What is served, and told in logs, in the place of a secret. */
export const HIDDEN = '********';

interface Chain {
  readonly isBegun: boolean;
  /** Remembers it, where only the appliance writes. */
  begin(): void;
}

/** The keys of this appliance, in `secrets.json` (mode 0600): one signs logins, one seals secret settings. */
export class Secrets {
  readonly loginKey: Uint8Array;
  readonly auditKey: SigningKey;
  /** Whether the audit log was ever written under its key: then it never is without, and its head is never missing. */
  readonly chain: Chain;
  private readonly sealKey: Buffer;

  constructor(keys: { login: string; seal: string }, chain: Chain) {
    this.chain = chain;
    this.loginKey = Buffer.from(keys.login, 'base64url');
    this.sealKey = Buffer.from(keys.seal, 'base64url');
    this.auditKey = new SigningKey(createHmac('sha256', this.sealKey).update('audit log').digest());
  }

  /** AES-256-GCM; answers `nonce.tag.text` in base64url. */
  seal(text: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.sealKey, nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.');
  }

  /** Undefined when the text was sealed with another key: the setting must be entered again. */
  unseal(sealed: string): string | undefined {
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

/** Reads the keys, making them on first start. Throws an Error that names the file when it is damaged. */
export function openSecrets(data: string): Secrets {
  const file = join(data, 'secrets.json');
  if (!existsSync(file)) {
    const key = () => randomBytes(32).toString('base64url');
    writePrivately(file, JSON.stringify({ login: key(), seal: key() }));
  }
  chmodSync(file, 0o600);
  const keys = parse(file);
  if (!keys || !isKey(keys.login) || !isKey(keys.seal)) {
    throw new Error(
      `${file} is damaged. Put it back from a backup, or remove it: everybody must then sign in again and secret settings must be entered again.`,
    );
  }
  const { login, seal } = keys;
  const chain = {
    isBegun: keys.chain === 'keyed',
    begin: () => {
      writePrivately(file, JSON.stringify({ login, seal, chain: 'keyed' }));
      chain.isBegun = true;
    },
  };
  return new Secrets({ login, seal }, chain);
}

/** 256 bits: a shorter key would be taken and would protect nothing. */
const isKey = (text: unknown): text is string =>
  typeof text === 'string' && Buffer.from(text, 'base64url').length === 32;

function parse(file: string): { login?: unknown; seal?: unknown; chain?: unknown } | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function writePrivately(file: string, content: string): void {
  const handle = openSync(`${file}.tmp`, 'w', 0o600);
  writeSync(handle, content);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(`${file}.tmp`, file);
}
