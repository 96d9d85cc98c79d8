import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { packTar, type TarEntry, unpackTar } from 'modern-tar';
import type { Manifest } from '../../src/kit/backup/manifest.ts';

/** An archive taken apart: what may be changed before it is put together again. */
export interface Archive {
  manifest: Manifest;
  entries: TarEntry[];
}

export async function takenApart(file: string): Promise<Archive> {
  const [first, ...rest] = await unpackTar(zstdDecompressSync(readFileSync(file)));
  const manifest: Manifest = JSON.parse(Buffer.from(first!.data!).toString());
  return { manifest, entries: rest.map(({ header, data }) => ({ header, body: data })) };
}

/** The archive as a file, whatever is wrong with it. */
export async function putTogether(
  file: string,
  { manifest, entries }: Archive,
  more: Uint8Array = new Uint8Array(),
): Promise<void> {
  const text = Buffer.from(JSON.stringify(manifest));
  const first = { header: { name: 'manifest.json', size: text.length }, body: text };
  writeFileSync(file, zstdCompressSync(Buffer.concat([await packTar([first, ...entries]), more])));
}

/** A file as it stands in an archive, and what its manifest says of it. */
export function entryOf(name: string, content: string) {
  const body = Buffer.from(content);
  const sha256 = createHash('sha256').update(body).digest('hex');
  return { part: { name, bytes: body.length, sha256 }, entry: { header: { name, size: body.length }, body } };
}
