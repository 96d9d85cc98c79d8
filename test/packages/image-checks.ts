import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { blobPath, type ImageContent, readImage } from '../../build/image/read.ts';

const sha256 = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/**
 * Lists digests and sizes in an image that do not match the content. The list is empty when the image is
 * valid.
 */
export function findDigestFaults({ files, index, manifest, config }: ImageContent): string[] {
  const described = [index.manifests[0], manifest.config, ...manifest.layers];
  const faults = described.flatMap(({ digest, size }) => {
    const content = files.get(blobPath(digest));
    if (!content) return [`${digest} is missing`];
    return content.byteLength === size && sha256(content) === digest ? [] : [`${digest} does not match`];
  });
  const diffIds = layersOf({ files, manifest }).map(sha256);
  if (diffIds.join() !== config.rootfs.diff_ids.join()) faults.push('the layers do not match the diff_ids');
  const blobs = [...files.keys()].filter((name) => name.startsWith('blobs/'));
  if (blobs.length !== described.length) faults.push(`there are ${blobs.length} blobs`);
  return faults;
}

/** Returns the layers as tar archives, lowest first. */
export const layersOf = ({ files, manifest }: Pick<ImageContent, 'files' | 'manifest'>): Uint8Array[] =>
  manifest.layers.map(({ digest }) => gunzipSync(files.get(blobPath(digest))!));

/** Lists the entries of each layer of an image, as `mode uid name`. */
export async function listEntriesOfLayers(archive: Uint8Array): Promise<string[][]> {
  const layers = layersOf(await readImage(archive));
  const unpacked = await Promise.all(layers.map((layer) => unpackTar(layer, { strict: true })));
  return unpacked.map((entries) =>
    entries.map(({ header: { name, mode, uid } }) => `${mode!.toString(8)} ${uid} ${name}`),
  );
}
