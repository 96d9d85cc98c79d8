import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { runtime } from '#runtime';
import { acceptsGzip, browserHeaders, pageHeaders } from './static-ui-headers.ts';

export { browserHeaders, pageHeaders } from './static-ui-headers.ts';

/** A file of the web UI and the location of its bytes. They are stored in one form only, the smaller one. */
export interface UiFile {
  path: string;
  /** True when the stored bytes are gzipped. */
  zipped: boolean;
  type: string;
  /** True when the name of the file changes with its content. */
  immutable: boolean;
  /** A hash of the uncompressed bytes, without quotes. */
  etag: string;
}

/** The files by path below the base path, without a leading slash. */
export type UiFiles = Record<string, UiFile>;

/** The content of `<meta>` elements by name: facts that a page needs before its first request. */
export type PageMetas = Readonly<Record<string, string>>;

interface Representation {
  file: UiFile;
  /** True when the response is sent gzipped. */
  zipped: boolean;
  etag: string;
  headers: Record<string, string>;
}

const forever = 'public, max-age=31536000, immutable';
const revalidate = 'no-cache';
const fileExtension = /\.[a-z][a-z0-9]{0,9}$/i;

/**
 * Serves the UI: its files by name, and its page for other paths outside /api, with `<base href>` set to the
 * base path. The returned function takes the request, the path below the base path with its leading slash, and
 * the `<meta>` elements that the page gets. It returns null for a path below /api and for a method other than
 * GET and HEAD. A missing path with a file extension gets 404.
 */
export function serveUi(options: { files: UiFiles; basePath: string }) {
  const files = new Map(Object.entries(options.files));
  const decompressed = new DecompressedFiles();
  const page = indexPage(files, options.basePath);
  files.delete('index.html');

  return (request: Request, path: string, metas: PageMetas = {}): Response | null => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    if (isOfInterface(path)) return null;
    const zip = acceptsGzip(request.headers.get('accept-encoding'));
    const file = files.get(path.slice(1));
    if (file) return answer(request, fileRepresentation(file, zip), decompressed);
    if (fileExtension.test(path) && path !== '/index.html') return notFound();
    return page(metas);
  };
}

/**
 * Reports whether a path is below /api in any spelling. A program with a mistyped path then gets an error and
 * not a page that it might take for data.
 */
function isOfInterface(path: string): boolean {
  const [first] = path.split(/(?:\/|%2f)+/i).filter(Boolean);
  return first !== undefined && decodePath(first).toLowerCase() === 'api';
}

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns a function for the page with a new nonce for the styles that it creates at run time
 * (src/web/style-nonce.ts). The page must not be cached. A cached copy that is revalidated gets the policy of
 * the new response, but contains the old nonce.
 */
function indexPage(files: Map<string, UiFile>, basePath: string): (metas: PageMetas) => Response {
  const file = files.get('index.html');
  if (!file) throw new Error('The web UI is missing from this build. Run the UI build again.');
  const base = `<base href="${escapeAttribute(`${basePath.replace(/\/+$/, '')}/`)}">`;
  const source = plainBytes(file)
    .toString()
    .replace(/<base\b[^>]*>/i, '');
  const html = source.replace(/<head[^>]*>/i, (head) => head + base);
  return (metas) => {
    const nonce = randomBytes(16).toString('base64url');
    const elements = [
      `<meta name="style-nonce" nonce="${nonce}">`,
      ...Object.entries(metas).map(
        ([name, content]) => `<meta name="${name}" content="${escapeAttribute(content)}">`,
      ),
    ];
    return new Response(
      html.replace(/<\/head>/i, (end) => elements.join('') + end),
      {
        headers: { ...pageHeaders(nonce), 'content-type': file.type, 'cache-control': 'no-store' },
      },
    );
  };
}

function plainBytes({ path, zipped }: UiFile): Buffer<ArrayBuffer> {
  const bytes = readFileSync(path);
  return zipped ? gunzipSync(bytes) : bytes;
}

/**
 * Uncompressed files for clients that do not accept gzip, which are rare. A file is decompressed at its first
 * request and cached, so that many such requests do not block others.
 */
class DecompressedFiles {
  private readonly contents = new Map<string, Buffer<ArrayBuffer>>();

  bytesOf(file: UiFile): Buffer<ArrayBuffer> {
    const cached = this.contents.get(file.path);
    if (cached) return cached;
    const bytes = plainBytes(file);
    this.contents.set(file.path, bytes);
    return bytes;
  }
}

function fileRepresentation(file: UiFile, zip: boolean): Representation {
  const zipped = zip && file.zipped;
  // The two encodings have different bytes, so they need different strong tags.
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
  decompressed: DecompressedFiles,
): Response {
  const ifNoneMatch = request.headers.get('if-none-match');
  if (
    ifNoneMatch &&
    (ifNoneMatch === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
  ) {
    const { 'content-encoding': _encoding, ...rest } = headers;
    return new Response(null, { status: 304, headers: rest });
  }
  if (zipped === file.zipped) return runtime.fileResponse(file.path, new Headers(headers));
  return new Response(decompressed.bytesOf(file), { headers });
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
