import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileTargets, isHost } from '../../build/compile-targets.ts';
import { distDir, projectRoot } from '../../build/paths.ts';

/** A release key pair that is generated for this test run. */
export const { publicKey, privateKey } = generateKeyPairSync('ed25519');

/** Compiles the executable for this machine with another version and the release key. Returns its path. */
export function buildProgram(version: string): string {
  const { name, file } = compileTargets.find(isHost)!;
  const script = `
    import { compile } from './build/compile.ts';
    import { compileTargets } from './build/compile-targets.ts';
    const target = compileTargets.find(({ name }) => name === '${name}');
    await compile({ ...target, file: 'signed-${version}-${process.pid}/${file}' }, '${version}');`;
  const compiled = Bun.spawnSync([process.execPath, '--no-env-file', '-e', script], {
    cwd: projectRoot,
    env: {
      ...process.env,
      MILLWRIGHT_RELEASE_KEY: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  if (compiled.exitCode !== 0)
    throw new Error(`The executable was not compiled:\n${compiled.stderr}${compiled.stdout}`);
  return join(distDir, `signed-${version}-${process.pid}`, file);
}

export const signatureOf = (file: string, key: KeyObject = privateKey): string =>
  sign(null, readFileSync(file), key).toString('base64');

/** Writes the signature next to the file, where the command expects it. */
export const signFile = (file: string, key?: KeyObject): void =>
  writeFileSync(`${file}.sig`, `${signatureOf(file, key)}\n`);
