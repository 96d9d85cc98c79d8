import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';

/** A file, folder or link of an image. Root owns it unless `owner` is set. */
export interface ImageEntry {
  /** Path without a slash at the start; folders end with one. */
  name: string;
  mode: number;
  /** User and group ID. */
  owner?: number;
  /** Content of a file. */
  content?: Uint8Array | string;
  /** Target of a symbolic link. */
  target?: string;
}

/** Settings of a container, in the words of the OCI image configuration. */
export type ContainerSettings = Readonly<Record<string, unknown>>;

interface ImageSource {
  /** The layers, lowest first. */
  layers: readonly (readonly ImageEntry[])[];
  /** The name of the processor in Debian and OCI, such as `amd64`. */
  architecture: string;
  settings: ContainerSettings;
  created: Date;
  /** Full name with its tag, such as `localhost/millwright:1.0.0`. */
  name: string;
}

interface Blob {
  digest: string;
  bytes: Uint8Array;
}

interface Layer {
  blob: Blob;
  /** Digest of the layer before compression. */
  diffId: string;
}

const CONFIG = 'application/vnd.oci.image.config.v1+json';
const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
const INDEX = 'application/vnd.oci.image.index.v1+json';
const LAYER = 'application/vnd.oci.image.layer.v1.tar+gzip';
/** A constant time, so that equal content has an equal digest. */
const FIXED_TIME = new Date(0);

/**
 * Returns an image as a tar archive in the OCI image layout. It also contains the `manifest.json` that
 * `docker load` reads in versions before 25.
 */
export async function packImage(source: ImageSource): Promise<Uint8Array> {
  const layers = await Promise.all(source.layers.map(packLayer));
  const config = jsonBlob(imageConfig(source, layers));
  const manifest = jsonBlob({
    schemaVersion: 2,
    mediaType: MANIFEST,
    config: descriptor(CONFIG, config),
    layers: layers.map(({ blob }) => descriptor(LAYER, blob)),
  });
  const annotations = {
    'io.containerd.image.name': source.name,
    'org.opencontainers.image.ref.name': source.name.replace(/^.*:/, ''),
  };
  const index = {
    schemaVersion: 2,
    mediaType: INDEX,
    manifests: [{ ...descriptor(MANIFEST, manifest), annotations }],
  };
  const forDocker = {
    Config: blobPath(config),
    RepoTags: [source.name],
    Layers: layers.map(({ blob }) => blobPath(blob)),
  };
  return packEntries([
    { name: 'blobs/', mode: 0o755 },
    { name: 'blobs/sha256/', mode: 0o755 },
    ...[config, manifest, ...layers.map(({ blob }) => blob)].map(blobEntry),
    { name: 'index.json', mode: 0o644, content: JSON.stringify(index) },
    { name: 'manifest.json', mode: 0o644, content: JSON.stringify([forDocker]) },
    { name: 'oci-layout', mode: 0o644, content: JSON.stringify({ imageLayoutVersion: '1.0.0' }) },
  ]);
}

async function packLayer(entries: readonly ImageEntry[]): Promise<Layer> {
  const tar = await packEntries(entries);
  return { blob: blobOf(gzipSync(tar)), diffId: digestOf(tar) };
}

const imageConfig = ({ architecture, settings, created }: ImageSource, layers: readonly Layer[]) => ({
  architecture,
  os: 'linux',
  created: created.toISOString(),
  config: settings,
  rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
  history: layers.map(() => ({ created: created.toISOString(), created_by: 'npm run package' })),
});

/**
 * Packs the entries in sorted order. The digest then does not depend on the order of the list, and folders
 * precede their content.
 */
function packEntries(entries: readonly ImageEntry[]): Promise<Uint8Array> {
  const sorted = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return packTar(sorted.map((entry) => ({ header: headerOf(entry), body: contentOf(entry) })));
}

const headerOf = (entry: ImageEntry) => ({
  name: entry.name,
  mode: entry.mode,
  size: contentOf(entry)?.byteLength ?? 0,
  type: typeOf(entry),
  mtime: FIXED_TIME,
  uid: entry.owner ?? 0,
  gid: entry.owner ?? 0,
  uname: '',
  gname: '',
  ...(entry.target !== undefined && { linkname: entry.target }),
});

function typeOf({ name, target }: ImageEntry): 'directory' | 'symlink' | 'file' {
  if (name.endsWith('/')) return 'directory';
  return target === undefined ? 'file' : 'symlink';
}

const contentOf = ({ content }: ImageEntry): Uint8Array | undefined =>
  typeof content === 'string' ? Buffer.from(content) : content;

const digestOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

const blobOf = (bytes: Uint8Array): Blob => ({ digest: digestOf(bytes), bytes });

const jsonBlob = (value: unknown): Blob => blobOf(Buffer.from(JSON.stringify(value)));

const blobPath = ({ digest }: Blob): string => `blobs/${digest.replace(':', '/')}`;

const blobEntry = (blob: Blob): ImageEntry => ({ name: blobPath(blob), mode: 0o644, content: blob.bytes });

const descriptor = (mediaType: string, { digest, bytes }: Blob) => ({
  mediaType,
  digest,
  size: bytes.byteLength,
});
