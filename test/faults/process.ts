import { afterAll } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const projectRoot = join(import.meta.dir, '../..');

export const PASSWORD = 'correct horse';

interface ProcessResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command of the program from its sources to its end. */
export const runMillwright = (...args: string[]): Promise<ProcessResult> => runMillwrightWithEnv({}, ...args);

/** Runs a command with additional environment variables. */
export async function runMillwrightWithEnv(
  env: Record<string, string>,
  ...args: string[]
): Promise<ProcessResult> {
  const child = Bun.spawn([process.execPath, '--no-env-file', 'src/main.ts', ...args], {
    cwd: projectRoot,
    env: { ...withoutOurs(process.env), ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 120_000,
  });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, stdout, stderr };
}

const withoutOurs = (env: typeof process.env) =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(MILLWRIGHT_|INVOCATION_ID$|SYSTEMD_)/.test(name)),
  );

/** Runs a `serve` that must fail to start. */
export const expectServeToFail = (data: string, ...flags: string[]): Promise<ProcessResult> =>
  runMillwright('serve', '--data', data, '--host', '127.0.0.1', '--port', '0', ...flags);

/** Creates the first admin of a running appliance and returns the request headers of the admin. */
export async function createFirstAdmin(url: string): Promise<Record<string, string>> {
  const account = { username: 'admin', password: PASSWORD };
  const headers = { 'content-type': 'application/json' };
  await post(url, '/api/setup/create-admin', headers, { ...account, email: 'admin@plant.example' });
  const login = await post(url, '/api/auth/login', headers, account);
  return { ...headers, authorization: `Bearer ${(await readJsonResponse(login)).data.access_token}` };
}

export const post = (
  url: string,
  path: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<Response> =>
  fetch(url + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    // An appliance starts with a self-signed certificate.
    tls: { rejectUnauthorized: false },
  });

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
export const readJsonResponse = (response: Response): Promise<any> => response.json();

/** Returns the names of all vendors of the appliance. */
export async function readVendorNames(url: string): Promise<Set<string>> {
  const text = await (await fetch(`${url}/api/vendors?format=csv`)).text();
  const [header = '', ...rows] = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n');
  const column = header.split(',').indexOf('vendor');
  return new Set(rows.map((row) => row.split(',')[column] ?? ''));
}

/** Creates a directory that is deleted at the end of the test file. */
export function createScratchDirectory(name: string): string {
  const path = mkdtempSync(join(tmpdir(), `millwright-${name}-`));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
