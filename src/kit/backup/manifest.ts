import { z } from 'zod';

/** The name of the first entry of a backup. */
export const MANIFEST = 'manifest.json';
/** The name of the database in a data directory and in a backup. */
export const DATABASE = 'millwright.db';
/** The folders of a data directory whose files are parts of a backup. */
export const FOLDERS = ['files', 'certs'] as const;
/** Files of a data directory that a backup contains beside the database, if they exist. */
export const SINGLE_FILES = ['secrets.json', 'plugins.json', 'audit-head.json'] as const;

/** The maximum size of a manifest: about 160 bytes for each of 400,000 files. */
export const MAX_MANIFEST_BYTES = 64 * 1024 * 1024;

const part = z.object({
  name: z.string().min(1).max(1000),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type BackupPart = z.output<typeof part>;

/** Files that the start reads as a whole, each limited to `READ_WHOLE_BYTES`. */
const SMALL_PARTS: ReadonlySet<string> = new Set([...SINGLE_FILES, 'certs/server.pem']);
const READ_WHOLE_BYTES = 1024 * 1024;

/** Reports whether a part is too large for a file that the start reads as a whole. */
export const isTooLarge = ({ name, bytes }: BackupPart): boolean =>
  SMALL_PARTS.has(name) && bytes > READ_WHOLE_BYTES;

/** The first entry of a backup: its origin, its appliance, and each file in it. */
export const backupManifest = z.object({
  version: z.string(),
  host: z.string(),
  applianceid: z.string(),
  createddate: z.iso.datetime(),
  by: z.string(),
  parts: z.array(part),
  audit: z.object({ rows: z.int(), hash: z.string() }),
});
export type Manifest = z.output<typeof backupManifest>;

/** Reports whether a backup contains the keys of the appliance, without which it does not start. */
export const isCompleteBackup = ({ parts }: Manifest): boolean =>
  parts.some(({ name }) => name === 'secrets.json');

/** Reports whether a backup has the database and nothing else: a backup of kind `upgrade`. */
export const isDatabaseOnly = ({ parts }: Manifest): boolean => parts.every(({ name }) => name === DATABASE);

/** Reports whether a part may have this name: a plain relative path of a file that a backup can contain. */
export function isPartName(name: string): boolean {
  const [first, ...rest] = name.split('/');
  if (rest.length === 0) return first === DATABASE || SINGLE_FILES.some((single) => single === first);
  const isFolder = FOLDERS.some((folder) => folder === first);
  return isFolder && rest.every((step) => /^[^\0\\:]+$/.test(step) && step !== '.' && step !== '..');
}
