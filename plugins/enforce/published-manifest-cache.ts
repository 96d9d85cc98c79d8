import type { Host } from '../../src/kit/host.ts';
import { entryNameKey } from './canonical.ts';
import { allServed, type ManifestSnapshot, snapshotBody } from './snapshot-queries.ts';
import type { Phase } from './labels.ts';

/** A manifest in force, without its bytes. */
export type PublishedManifest = Pick<ManifestSnapshot, 'snapshotid' | 'revision' | 'manifestversion'> & {
  scopename: string;
  etag: string;
};

const keyOf = (scopename: string, phase: string): string => `${phase} ${entryNameKey(scopename)}`;

/** What is in force, kept in memory until somebody publishes: PCs ask for it all the time, and it seldom changes. */
export class PublishedManifestCache {
  constructor(private readonly host: Host) {}

  of(scopename: string, phase: Phase): PublishedManifest | undefined {
    return this.all.get(keyOf(scopename, phase));
  }

  /** The bytes, as they were written when it was published. */
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

/** Whether a list of `If-None-Match` names the tag: `*` names every one, and a weak tag is the same one. */
export const matchesEtag = (header: string | null, etag: string): boolean =>
  (header ?? '').split(',').some((one) => {
    const tag = one.trim();
    return tag === '*' || tag === etag || (tag.startsWith('W/') && tag.slice(2) === etag);
  });
