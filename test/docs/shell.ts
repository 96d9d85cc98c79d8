import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigningSecret, signWebhook } from '../../src/kit/outbox/signature.ts';
import type { Appliance } from '../browser/harness.ts';
import { createSend } from '../support/send.ts';
import { root } from './pages.ts';

/** Result of a script. The output contains standard output and standard error. */
interface ShellResult {
  exitCode: number;
  output: string;
}

/** A folder in which the commands of the documentation run as their readers would run them. */
export interface Shell {
  run(script: string, options?: readonly string[]): Promise<ShellResult>;
  /** Creates what the commands refer to: tokens and a signed webhook. The demo has published a scope. */
  prepare(): Promise<void>;
}

const ADMIN = { username: 'admin', password: 'a long passphrase' };

/** Creates the folder. `millwright` and `sudo` are stand-ins for the installed programs. */
export function createShell({ url, data }: Appliance): Shell {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-docs-'));
  const { port } = new URL(url);
  symlinkSync(data, join(folder, 'data'));
  writePrograms(join(folder, 'bin'));
  const env: Record<string, string> = {
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    HOME: folder,
    TMPDIR: tmpdir(),
    MILLWRIGHT_PORT: port,
    MILLWRIGHT_HOST: 'localhost',
  };
  let folders = 0;
  const run = async (script: string, options: readonly string[] = []): Promise<ShellResult> => {
    const child = Bun.spawn(['bash', '-e', '-o', 'pipefail', ...options], {
      cwd: folder,
      env,
      stdin: new Blob([fillIn(script, port, `dir-${++folders}`)]),
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const [out, err, exitCode] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    return { exitCode, output: out + err };
  };
  return {
    run,
    prepare: async () => {
      Object.assign(env, await createTokens(url), receiveWebhook(folder));
    },
  };
}

/** Replaces the address of the examples and the placeholders in capital letters. */
const fillIn = (script: string, port: string, directory: string): string =>
  script
    .replace(/https:\/\/(localhost|your-server):8443/g, `https://localhost:${port}`)
    .replace(/\bDIR\b/g, directory)
    .replace(/\bSCOPE\b/g, 'common')
    .replace(/\bUSER$/gm, ADMIN.username);

function writePrograms(folder: string): void {
  mkdirSync(folder);
  const npm = Bun.which('npm');
  const programs = {
    millwright: `exec '${process.execPath}' --no-env-file '${join(root, 'src/main.ts')}' "$@"`,
    npm: `cd '${root}' && exec '${npm}' "$@"`,
    sudo: 'exec "$@"',
  };
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
}

/** Creates a personal token of the admin that the demo created, and a service token for manifests. */
async function createTokens(url: string): Promise<Record<string, string>> {
  const { data } = await createSend(url)('POST', '/auth/login', ADMIN);
  const send = createSend(url, (data as { access_token: string }).access_token);
  const create = async (body: object) =>
    ((await send('POST', '/apitokens', body)).data as { secret: string }).secret;
  return {
    TOKEN: await create({ name: 'docs' }),
    ENFORCE_TOKEN: await create({ name: 'docs', service: true, scopes: ['enforce.fetch'] }),
  };
}

/** Writes the body of a webhook, and returns what its receiver knows about it. */
function receiveWebhook(folder: string): Record<string, string> {
  const body = '{"event":"test"}';
  const secret = createSigningSecret();
  const headers = signWebhook(secret, { id: 'msg_1', body, at: new Date() });
  writeFileSync(join(folder, 'body.json'), body);
  return {
    SECRET: secret,
    ID: headers['webhook-id']!,
    TIMESTAMP: headers['webhook-timestamp']!,
    SIGNATURE: headers['webhook-signature']!,
  };
}
