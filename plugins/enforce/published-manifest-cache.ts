import type { Host } from '../../src/kit/host.ts';
import { entryNameKey } from './canonical.ts';
import type { Phase } from './labels.ts';
import { allServed, type ManifestSnapshot, snapshotBody } from './snapshot-queries.ts';

/** The current published manifest of a scope in one phase, without its content. */
export type PublishedManifest = Pick<ManifestSnapshot, 'snapshotid' | 'revision' | 'manifestversion'> & {
  scopename: string;
  etag: string;
};

const keyOf = (scopename: string, phase: string): string => `${phase} ${entryNameKey(scopename)}`;

/**
 * Cache of the current manifests until the next publication. PCs request them constantly, but they rarely
 * change.
 */
export class PublishedManifestCache {
  constructor(private readonly host: Host) {}

  of(scopename: string, phase: Phase): PublishedManifest | undefined {
    return this.all.get(keyOf(scopename, phase));
  }

  /** Returns the content of a manifest, byte for byte as it was published. */
  bodyOf({ snapshotid }: PublishedManifest): string {
    return this.host.db.read((reader) => snapshotBody.get(reader, { snapshotid })!.body);
  }

  private get all(): ReadonlyMap<string, PublishedManifest> {
    return this.host.db.remember('enforce.served', (reader) => {
      const rows = allServed.all(reader);
      return new Map(
        rows.map(({ phase, sha256, ...row }) => [
          keyOf(row.scopename, phase),
          { ...row, etag: `"${sha256}"` },
        ]),
      );
    });
  }
}

/**
 * Reports whether an `If-None-Match` header contains the tag. `*` matches every tag, and a weak tag equals a
 * strong one.
 */
export const matchesEtag = (header: string | null, etag: string): boolean =>
  (header ?? '').split(',').some((one) => {
    const tag = one.trim();
    return tag === '*' || tag === etag || (tag.startsWith('W/') && tag.slice(2) === etag);
  });
