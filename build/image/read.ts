import { readFileSync } from 'node:fs';
import { unpackTar } from 'modern-tar';
import { z } from 'zod';
import { type DebianPackage, PACKAGES_LABEL } from './settings.ts';

const descriptor = z.object({ mediaType: z.string(), digest: z.string(), size: z.int() });
const indexShape = z.object({ manifests: z.tuple([descriptor.loose()]) });
const manifestShape = z.object({ config: descriptor, layers: z.array(descriptor) });
const configShape = z.looseObject({
  architecture: z.string(),
  created: z.string(),
  rootfs: z.object({ diff_ids: z.array(z.string()) }),
  config: z.looseObject({ Labels: z.record(z.string(), z.string()) }),
});

/** An image that was read from its archive. */
export interface ImageContent {
  /** Content of the files of the archive by their names. */
  files: ReadonlyMap<string, Uint8Array>;
  index: z.infer<typeof indexShape>;
  manifest: z.infer<typeof manifestShape>;
  config: z.infer<typeof configShape>;
}

/** Reads an archive in the OCI image layout. Throws an Error when a part is missing or invalid. */
export async function readImage(archive: Uint8Array): Promise<ImageContent> {
  const entries = await unpackTar(archive, { strict: true });
  const files = new Map(entries.flatMap(({ header, data }) => (data ? [[header.name, data] as const] : [])));
  const json = (name: string): unknown => {
    const content = files.get(name);
    if (!content) throw new Error(`The image has no ${name}.`);
    return JSON.parse(Buffer.from(content).toString('utf8'));
  };
  const index = indexShape.parse(json('index.json'));
  const manifest = manifestShape.parse(json(blobPath(index.manifests[0].digest)));
  return { files, index, manifest, config: configShape.parse(json(blobPath(manifest.config.digest))) };
}

/** Returns the path of a blob in the archive by its digest. */
export const blobPath = (digest: string): string => `blobs/${digest.replace(':', '/')}`;

/** Reads the Debian packages of an image and its processor. */
export async function readImagePackages(
  path: string,
): Promise<{ architecture: string; packages: DebianPackage[] }> {
  const { config } = await readImage(readFileSync(path));
  const packages = (config.config.Labels[PACKAGES_LABEL] ?? '').split(' ').filter(Boolean);
  return {
    architecture: config.architecture,
    packages: packages.map((text) => {
      const [name = '', version = ''] = text.split('=');
      return { name, version };
    }),
  };
}
