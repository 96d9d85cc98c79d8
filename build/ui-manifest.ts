import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const types: Record<string, string> = {
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
};
const compressible = new Set(['css', 'html', 'js', 'json', 'svg', 'txt', 'wasm', 'webmanifest']);
const hashedName = /-[a-z0-9]{8}\.[a-z0-9]+$/;

/**
 * Writes `<dir>/manifest.ts`, which imports every file below `<dir>/files` as a file, so that a compiled executable
 * embeds them, with a gzip copy beside every text file that gets smaller.
 */
export function writeUiManifest(dir: string): void {
  const names = readdirSync(join(dir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(dir, 'files').length + 1))
    .map((name) => name.replaceAll('\\', '/'))
    .sort();
  const entries = names.map((name, index) => manifestEntry(dir, name, index));
  const text = [
    '// @ts-nocheck The imports are files of any kind. Made by build/ui.ts; not to be edited.',
    ...entries.flatMap((entry) => entry.imports),
    "import type { UiFiles } from '../../src/http/static-ui.ts';",
    '',
    'export const files: UiFiles = {',
    ...entries.map((entry) => `  ${entry.line},`),
    '};',
    '',
  ].join('\n');
  writeFileSync(join(dir, 'manifest.ts'), text);
}

function manifestEntry(dir: string, name: string, index: number): { imports: string[]; line: string } {
  const extension = name.slice(name.lastIndexOf('.') + 1);
  const type = types[extension];
  if (!type) throw new Error(`build/ui-manifest.ts has no content type for ${name}.`);
  const bytes = readFileSync(join(dir, 'files', name));
  const zipped = compressible.has(extension) ? Bun.gzipSync(bytes, { level: 9 }) : bytes;
  const smaller = zipped.length < bytes.length * 0.95;
  const imports = [importLine(`f${index}`, `./files/${name}`)];
  if (smaller) {
    writeFile(join(dir, 'gzip', `${name}.gz`), zipped);
    imports.push(importLine(`g${index}`, `./gzip/${name}.gz`));
  }
  const etag = new Bun.CryptoHasher('sha256').update(bytes).digest('base64url').slice(0, 22);
  const fields = [
    `path: f${index}`,
    ...(smaller ? [`gzip: g${index}`] : []),
    `type: '${type}'`,
    `immutable: ${!name.includes('/') && hashedName.test(name)}`,
    `etag: '${etag}'`,
  ];
  return { imports, line: `'${name}': { ${fields.join(', ')} }` };
}

function importLine(variable: string, path: string): string {
  return `import ${variable} from '${path}' with { type: 'file' };`;
}

/** Writes a file and the folders above it. */
export function writeFile(path: string, content: Uint8Array | string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
