import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createTarDecoder, createTarPacker, type TarPackController } from 'modern-tar';
import { BackupError, type Chunks } from './backup-error.ts';
import {
  type BackupPart,
  DATABASE,
  isPartName,
  isTooLarge,
  MANIFEST,
  MAX_MANIFEST_BYTES,
  type Manifest,
  backupManifest as manifestShape,
} from './manifest.ts';
import { chunksOf, streamOf } from './stream.ts';

const CHUNK_BYTES = 1024 * 1024;
/** The maximum overhead of an entry in bytes: headers with a long name, and the padding of its last block. */
const ENTRY_OVERHEAD_BYTES = 4096;
/** The maximum number of bytes after the last entry. */
const ARCHIVE_OVERHEAD_BYTES = 1024 * 1024;

/** A file of the data directory that goes into a backup. */
export interface BackupSource {
  name: string;
  path: string;
}

/** Reads a file to its end. Returns its entry in the manifest: name, size and SHA-256. */
export async function describePart({ name, path }: BackupSource): Promise<BackupPart> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    bytes += piece.length;
    hash.update(piece);
  }
  return { name, bytes, sha256: hash.digest('hex') };
}

/** Returns the tar archive of a manifest and its files. */
export function packArchive(manifest: Manifest, sources: readonly BackupSource[]): Chunks {
  const { readable, controller } = createTarPacker();
  const text = Buffer.from(JSON.stringify(manifest));
  const fill = async () => {
    await add(controller, MANIFEST, text.length, [text]);
    for (const [at, { name, path }] of sources.entries())
      await add(
        controller,
        name,
        manifest.parts[at]!.bytes,
        createReadStream(path, { highWaterMark: CHUNK_BYTES }),
      );
    controller.finalize();
  };
  fill().catch((cause) => controller.error(cause));
  return chunksOf(readable);
}

async function add(
  controller: TarPackController,
  name: string,
  size: number,
  content: Iterable<Uint8Array> | Chunks,
): Promise<void> {
  const writer = controller.add({ name, size, mode: 0o600 }).getWriter();
  for await (const piece of content) await writer.write(piece);
  await writer.close();
}

/** Consumes the content of a part while it is read. */
export type PartReader = (part: BackupPart, content: Chunks) => Promise<void>;

/**
 * Reads an archive to its end: the manifest first, then each of its parts once. `onManifest` receives the
 * manifest before the parts. Throws a `BackupError` for an invalid manifest, an unlisted or missing entry,
 * and a part with another size or hash than the manifest states.
 */
export async function readArchive(
  tar: Chunks,
  onManifest: (manifest: Manifest) => void,
  readPart: PartReader,
): Promise<Manifest> {
  const room = { bytes: MAX_MANIFEST_BYTES + ARCHIVE_OVERHEAD_BYTES };
  const entries = piecesOfEntries(upTo(room, tar));
  const manifest = await firstOf(entries);
  for (const { bytes } of manifest.parts) room.bytes += bytes + ENTRY_OVERHEAD_BYTES;
  onManifest(manifest);
  const left = new Map(manifest.parts.map((part) => [part.name, part]));
  for await (const { header, body } of entries) {
    const part = left.get(header.name);
    if (!part || header.type !== 'file' || header.size !== part.bytes)
      throw new BackupError(`${quoteName(header.name)} in the archive does not match the manifest.`);
    left.delete(header.name);
    await takeWhole(part, chunksOf(body), readPart);
  }
  const [missing] = left.keys();
  if (missing !== undefined) throw new BackupError(`${quoteName(missing)} is missing from the archive.`);
  return manifest;
}

/**
 * Passes the archive on up to a limit. A few compressed bytes can expand to more than any disk can store, so
 * an endless archive must not be read to its end.
 */
async function* upTo(room: { bytes: number }, tar: Chunks): Chunks {
  let read = 0;
  for await (const piece of tar) {
    read += piece.length;
    if (read > room.bytes) throw new BackupError('The archive is longer than its manifest states.');
    yield piece;
  }
}

async function* piecesOfEntries(tar: Chunks) {
  const decoder = createTarDecoder({ strict: true });
  const reader = streamOf(tar).pipeThrough(decoder).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // A damaged archive cannot be canceled without an error either.
    await reader.cancel().catch(() => undefined);
  }
}

type Entries = ReturnType<typeof piecesOfEntries>;

async function firstOf(entries: Entries): Promise<Manifest> {
  const { value, done } = await entries.next();
  if (done || value.header.name !== MANIFEST || value.header.size > MAX_MANIFEST_BYTES)
    throw new BackupError(
      'This is not a backup of a Millwright appliance. It does not begin with a manifest.',
    );
  const pieces: Uint8Array[] = [];
  for await (const piece of chunksOf(value.body)) pieces.push(piece);
  const manifest = parseManifest(Buffer.concat(pieces).toString('utf8'));
  const names = new Set(manifest.parts.map(({ name }) => name));
  const odd = manifest.parts.find(({ name }) => !isPartName(name))?.name;
  if (odd !== undefined) throw new BackupError(`${quoteName(odd)} does not belong in a data directory.`);
  const large = manifest.parts.find(isTooLarge)?.name;
  if (large !== undefined)
    throw new BackupError(`${quoteName(large)} is larger than any appliance creates it.`);
  if (names.size < manifest.parts.length || !names.has(DATABASE))
    throw new BackupError('The manifest lists a file twice, or no database.');
  return manifest;
}

function parseManifest(text: string): Manifest {
  try {
    return manifestShape.parse(JSON.parse(text));
  } catch (cause) {
    throw new BackupError('The manifest of this backup cannot be read.', { cause });
  }
}

async function takeWhole(part: BackupPart, content: Chunks, readPart: PartReader): Promise<void> {
  const hash = createHash('sha256');
  async function* hashPieces() {
    for await (const piece of content) {
      hash.update(piece);
      yield piece;
    }
  }
  const pieces = hashPieces();
  await readPart(part, pieces);
  // Reads what `readPart` did not consume, so that the hash covers the whole part.
  for await (const _ of pieces);
  if (hash.digest('hex') !== part.sha256)
    throw new BackupError(`${quoteName(part.name)} does not match its hash in the manifest.`);
}

const quoteName = (name: string): string => JSON.stringify(name.slice(0, 200));
