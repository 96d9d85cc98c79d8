import { execFileSync } from 'node:child_process';

/** Runs openssl in a folder and returns its output. */
export const runOpenssl = (folder: string, ...words: string[]): string =>
  execFileSync('openssl', words, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] }).toString();

/** Creates a certificate authority in a folder: `root.pem` and `root.key`. */
export function makeRoot(folder: string): void {
  const files = ['-keyout', 'root.key', '-out', 'root.pem', '-days', '30', '-subj', '/CN=Plant Root'];
  runOpenssl(folder, 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files);
}

/** Creates a self-signed certificate for localhost and its key, both as PEM. */
export function makePair(key = 'rsa:2048'): { cert: string; key: string } {
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const words = ['req', '-x509', '-newkey', key, '-nodes', ...names, '-keyout', '-', '-out', '-'];
  const pem = runOpenssl('.', ...words);
  const start = pem.indexOf('-----BEGIN CERTIFICATE-----');
  return { key: pem.slice(0, start), cert: pem.slice(start) };
}
