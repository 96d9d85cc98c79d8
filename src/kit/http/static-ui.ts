import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { runtime } from '#runtime';
import { acceptsGzip, browserHeaders, pageHeaders } from './static-ui-headers.ts';

export { browserHeaders, pageHeaders } from './static-ui-headers.ts';

/** One file of the web UI: where its bytes are. They lie in one form only, the smaller one. */
export interface UiFile {
  path: string;
  /** The bytes are gzipped. */
  zipped: boolean;
  type: string;
  /** Its name changes with its content. */
  immutable: boolean;
  /** A hash of the plain bytes, without quotes. */
  etag: string;
}

/** By path below the base path, without a leading slash. */
export type UiFiles = Record<string, UiFile>;

interface Representation {
  file: UiFile;
  /** The answer goes out gzipped. */
  zipped: boolean;
  etag: string;
  headers: Record<string, string>;
}

const forever = 'public, max-age=31536000, immutable';
const revalidate = 'no-cache';
const fileExtension = /\.[a-z][a-z0-9]{0,9}$/i;

/**
 * Serves the UI: its files by name, and its page for every other path that is not below /api, with `<base href>` set
 * to the base path. The answer takes (request, path below the base path, with its leading slash); null is "not mine".
 */
export function serveUi(options: { files: UiFiles; basePath: string }) {
  const files = new Map(Object.entries(options.files));
  const unpacked = new Unpacked();
  const page = indexPage(files, options.basePath);
  files.delete('index.html');

  return (request: Request, path: string): Response | null => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    if (isOfInterface(path)) return null;
    const zip = acceptsGzip(request.headers.get('accept-encoding'));
    const file = files.get(path.slice(1));
    if (file) return answer(request, fileRepresentation(file, zip), unpacked);
    if (fileExtension.test(path) && path !== '/index.html') return notFound();
    return page();
  };
}

/** Below /api in any spelling: a program that mistypes an address is told so, and gets no page to read as an answer. */
function isOfInterface(path: string): boolean {
  const [first] = path.split(/(?:\/|%2f)+/i).filter(Boolean);
  return first !== undefined && unescaped(first).toLowerCase() === 'api';
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The page, each time with a fresh nonce for the styles that it makes at run time (src/web/style-nonce.ts). It is never
 * kept: a copy that is confirmed by a later answer would carry that answer's policy, and show an older nonce.
 */
function indexPage(files: Map<string, UiFile>, basePath: string): () => Response {
  const file = files.get('index.html');
  if (!file) throw new Error('The web UI is missing from this build: run the UI build again.');
  const base = `<base href="${escapeAttribute(`${basePath.replace(/\/+$/, '')}/`)}">`;
  const source = plainBytes(file)
    .toString()
    .replace(/<base\b[^>]*>/i, '');
  const html = source.replace(/<head[^>]*>/i, (head) => head + base);
  return () => {
    const nonce = randomBytes(16).toString('base64url');
    const nonced = html.replace(/<\/head>/i, `<meta name="style-nonce" nonce="${nonce}">$&`);
    return new Response(nonced, {
      headers: { ...pageHeaders(nonce), 'content-type': file.type, 'cache-control': 'no-store' },
    });
  };
}

function plainBytes({ path, zipped }: UiFile): Buffer<ArrayBuffer> {
  const bytes = readFileSync(path);
  return zipped ? gunzipSync(bytes) : bytes;
}

/** Who takes no gzip is rare: a file is unpacked when the first one asks, and kept, so that many who ask hold nobody up. */
class Unpacked {
  private readonly kept = new Map<string, Buffer<ArrayBuffer>>();

  bytesOf(file: UiFile): Buffer<ArrayBuffer> {
    const known = this.kept.get(file.path);
    if (known) return known;
    const bytes = plainBytes(file);
    this.kept.set(file.path, bytes);
    return bytes;
  }
}

function fileRepresentation(file: UiFile, zip: boolean): Representation {
  const zipped = zip && file.zipped;
  // The two encodings are different bytes, so they carry different strong tags.
  const etag = `"${file.etag}${zipped ? '-gz' : ''}"`;
  const headers: Record<string, string> = {
    ...browserHeaders,
    'content-type': file.type,
    'cache-control': file.immutable ? forever : revalidate,
    ...(zipped ? { 'content-encoding': 'gzip' } : {}),
    etag,
    vary: 'accept-encoding',
  };
  return { file, zipped, etag, headers };
}

function answer(
  request: Request,
  { file, zipped, etag, headers }: Representation,
  unpacked: Unpacked,
): Response {
  const known = request.headers.get('if-none-match');
  if (known && (known === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))) {
    const { 'content-encoding': _encoding, ...rest } = headers;
    return new Response(null, { status: 304, headers: rest });
  }
  if (zipped === file.zipped) return runtime.fileResponse(file.path, new Headers(headers));
  return new Response(unpacked.bytesOf(file), { headers });
}

function notFound(): Response {
  const headers = {
    ...browserHeaders,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
  };
  return new Response('This file does not exist.\n', { status: 404, headers });
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
