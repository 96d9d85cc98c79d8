import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { findChromium } from '../../build/chromium.ts';
import { HANG_MS, PAGE_HANG_MS } from '../support/hang.ts';

export { findChromium } from '../../build/chromium.ts';

const projectRoot = join(import.meta.dir, '../..');

/** A server in a separate process. */
export interface Appliance {
  /** The printed URL with the base path, without a trailing slash. */
  url: string;
  pid: number;
  /**
   * The data directory. It remains after the end for another start; `npm test` removes the content of
   * tmpdir().
   */
  data: string;
  /** Returns the output so far. */
  stdout(): string;
  stderr(): string;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number>;
  /** Resolves to the exit code when the process has ended. */
  exited: Promise<number>;
  /** Kills the process with SIGKILL, like a power failure. */
  kill(): Promise<void>;
}

export interface ApplianceOptions {
  /** The program to start instead of the sources, with its first arguments. */
  program?: readonly string[];
  /** Additional arguments of `serve`. */
  args?: string[];
  env?: Record<string, string>;
  /** The data directory. Defaults to a new one. */
  data?: string;
}

/**
 * Starts a server on a free port of 127.0.0.1 and waits until it listens. Throws an Error with its output
 * when it does not.
 */
export async function startAppliance(options: ApplianceOptions = {}): Promise<Appliance> {
  const data = options.data ?? mkdtempSync(join(tmpdir(), 'millwright-data-'));
  const program = options.program ?? [process.execPath, '--no-env-file', 'src/main.ts'];
  const flags = ['serve', '--data', data, '--host', '127.0.0.1', '--port', '0'];
  const child = Bun.spawn([...program, ...flags, ...(options.args ?? [])], {
    cwd: options.program ? data : projectRoot,
    env: { ...environment(), ...options.env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const url = await listeningUrl(stdout, child.exited).catch((reason: Error) => {
    child.kill('SIGKILL');
    throw new Error(`${reason.message}\n${stdout.text}\n${stderr.text}`);
  });
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal);
    return child.exited;
  };
  return {
    url,
    pid: child.pid,
    data,
    stdout: () => stdout.text,
    stderr: () => stderr.text,
    stop: () => end('SIGTERM'),
    exited: child.exited,
    kill: () => end('SIGKILL').then(() => undefined),
  };
}

/** Returns the environment without the Millwright settings of the developer. */
function environment(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MILLWRIGHT_')));
}

interface Output {
  text: string;
  ended: Promise<void>;
}

function collect(stream: ReadableStream<Uint8Array>): Output {
  const output: Output = { text: '', ended: Promise.resolve() };
  output.ended = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) output.text += decoder.decode(chunk, { stream: true });
  })();
  return output;
}

async function listeningUrl(stdout: Output, exited: Promise<number>): Promise<string> {
  let ended: number | undefined;
  void exited.then(async (code) => {
    await stdout.ended;
    ended = code;
  });
  for (const limit = Date.now() + HANG_MS; Date.now() < limit; await Bun.sleep(20)) {
    const url = stdout.text.match(/^Millwright listening on (\S+)$/m)?.[1];
    if (url) return url.replace(/\/+$/, '');
    if (ended !== undefined) throw new Error(`The server ended with code ${ended} before it listened.`);
  }
  throw new Error(`The server did not listen within ${HANG_MS / 1000} s.`);
}

/** A context of the shared browser with one page. */
export interface BrowserSession {
  browser: Browser;
  context: BrowserContext;
  page: Page;
  /**
   * All problems in any page so far: script errors, console errors, failed requests, and requests to other
   * hosts.
   */
  problems: string[];
  /** Waits until the first page has its responses, has rendered them, and sends no more requests. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** The browser of this process. All test files in the process share it, each with a separate context. */
let shared: Promise<Browser> | undefined;

async function sharedBrowser(): Promise<Browser> {
  const browser = await shared?.catch(() => undefined);
  if (browser?.isConnected()) return browser;
  shared = launchBrowser();
  return shared;
}

function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('Chromium was not found on this machine.');
  return chromium.launch({
    executablePath,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/**
 * Opens a context of Chromium that trusts the self-signed certificate. Throws an Error without Chromium, see
 * findChromium.
 */
export async function openBrowser(options: BrowserContextOptions = {}): Promise<BrowserSession> {
  const browser = await sharedBrowser();
  const context = await browser.newContext({ ignoreHTTPSErrors: true, ...options });
  context.setDefaultTimeout(PAGE_HANG_MS);
  const problems: string[] = [];
  context.on('page', (page) => watch(page, problems));
  const page = await context.newPage();
  const settled = settling(page);
  return { browser, context, page, problems, settled, close: () => context.close() };
}

/**
 * Returns a replacement for Playwright's "networkidle", which always waits for half a second without a
 * request. A page counts as complete when all responses are rendered, no part is busy, and several idle turns
 * in a row passed. This is detected immediately.
 */
function settling(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let requestCount = 0;
  page.on('request', (request) => {
    open.add(request);
    requestCount++;
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return async () => {
    await page.waitForLoadState('load');
    for (let [isQuiet, seen] = [false, -1]; !isQuiet || open.size > 0 || seen !== requestCount; ) {
      seen = requestCount;
      isQuiet = await page.evaluate(idleTurns, 3);
    }
  };
}

/**
 * Runs in the page. Waits for this number of consecutive idle turns, then returns whether no part is busy.
 */
async function idleTurns(turns: number): Promise<boolean> {
  for (let n = 0; n < turns; n++) {
    // Not an animation frame: headless Chromium sometimes renders none until something changes.
    await new Promise((resolve) => setTimeout(resolve, 20));
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 100 }));
  }
  return document.querySelector('[aria-busy="true"]') === null;
}

function watch(page: Page, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(`script error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('requestfailed', (request) => {
    // A page aborts its pending requests on navigation, which is not an error.
    if (request.failure()?.errorText === 'net::ERR_ABORTED') return;
    problems.push(`failed: ${request.method()} ${request.url()} ${request.failure()?.errorText ?? ''}`);
  });
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    const local = !protocol.startsWith('http') || hostname === '127.0.0.1' || hostname === 'localhost';
    if (!local) problems.push(`request to elsewhere: ${request.url()}`);
  });
}
