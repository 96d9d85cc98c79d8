import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const types: Record<string, string> = {
  container: 'text/plain; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff2: 'font/woff2',
  yaml: 'application/yaml',
  yml: 'application/yaml',
};
const compressible = new Set(['css', 'html', 'js', 'json', 'svg', 'txt', 'wasm', 'webmanifest']);
const hashedName = /-[a-z0-9]{8}\.[a-z0-9]+$/;

/**
 * Writes `<dir>/manifest.ts`, which imports all files below `<dir>/files`, so that a compiled executable
 * embeds them. If gzip makes a compressible file more than 5 % smaller, the manifests name its copy below
 * `<dir>/gzip` instead. Also writes `<dir>/manifest-node.ts` for files in `ui/` next to the program.
 */
export function writeUiManifest(dir: string): void {
  const names = readdirSync(join(dir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(dir, 'files').length + 1))
    .map((name) => name.replaceAll('\\', '/'))
    .sort();
  const entries = names.map((name) => entryOf(dir, name));
  const imports = entries.map((entry, index) => importLine(`f${index}`, `./${storedPathOf(entry)}`));
  const embedded = entries.map((entry, index) => manifestLine(entry, `f${index}`));
  const beside = entries.map((entry) => manifestLine(entry, `at('${storedPathOf(entry)}')`));
  const urls = "import { fileURLToPath } from 'node:url';";
  const at = "const at = (name: string) => fileURLToPath(new URL('ui/' + name, import.meta.url));";
  writeFileSync(join(dir, 'manifest.ts'), manifestText(imports, embedded));
  writeFileSync(join(dir, 'manifest-node.ts'), manifestText([urls, '', at], beside));
}

function manifestText(head: string[], lines: string[]): string {
  return [
    '// @ts-nocheck The imports are files of any kind. Made by build/ui.ts; not to be edited.',
    "import type { UiFiles } from '../../src/kit/http/static-ui.ts';",
    ...head,
    '',
    'export const files: UiFiles = {',
    ...lines.map((line) => `  ${line},`),
    '};',
    '',
  ].join('\n');
}

interface Entry {
  name: string;
  type: string;
  /** True when a smaller gzip copy exists, which is stored instead of the file. */
  zipped: boolean;
  etag: string;
}

/** Returns the manifest entry of a file. Also writes its gzip copy if that saves more than 5 percent. */
function entryOf(dir: string, name: string): Entry {
  const extension = name.slice(name.lastIndexOf('.') + 1);
  const type = types[extension];
  if (!type) throw new Error(`build/ui-manifest.ts has no content type for ${name}.`);
  const bytes = readFileSync(join(dir, 'files', name));
  const small = compressible.has(extension) ? Bun.gzipSync(bytes, { level: 9 }) : bytes;
  const zipped = small.length < bytes.length * 0.95;
  if (zipped) writeFile(join(dir, 'gzip', `${name}.gz`), small);
  const etag = new Bun.CryptoHasher('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { name, type, zipped, etag };
}

const storedPathOf = ({ name, zipped }: Entry): string => (zipped ? `gzip/${name}.gz` : `files/${name}`);

function manifestLine({ name, type, zipped, etag }: Entry, path: string): string {
  const fields = [
    `path: ${path}`,
    `zipped: ${zipped}`,
    `type: '${type}'`,
    `immutable: ${!name.includes('/') && hashedName.test(name)}`,
    `etag: '${etag}'`,
  ];
  return `'${name}': { ${fields.join(', ')} }`;
}

function importLine(variable: string, path: string): string {
  return `import ${variable} from '${path}' with { type: 'file' };`;
}

/** Writes a file and creates its parent folders. */
export function writeFile(path: string, content: Uint8Array | string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
