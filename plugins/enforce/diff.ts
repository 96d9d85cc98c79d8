import { entryNameKey, toCanonicalJson } from './canonical.ts';
import type { EnforceManifest, ManifestEntry } from './shapes.ts';

/** Difference of two manifests, by the names of their entries. */
export interface ManifestDiff {
  added: ManifestEntry[];
  removed: ManifestEntry[];
  changed: { Name: string; fields: { field: string; before: unknown; after: unknown }[] }[];
  /** True when the common entries have another order. */
  reordered: boolean;
  unchanged: number;
  manifestversion: [before: string, after: string] | null;
}

/** Returns the difference of two manifests. Without an older one, every entry is new. */
export function diffManifests(older: EnforceManifest | undefined, newer: EnforceManifest): ManifestDiff {
  const before = byName(older?.Entries ?? []);
  const after = byName(newer.Entries);
  const common = [...after].filter(([name]) => before.has(name));
  const changed = common
    .map(([name, entry]) => ({ Name: entry.Name, fields: fieldsThatDiffer(before.get(name)!, entry) }))
    .filter(({ fields }) => fields.length > 0);
  const order = common.map(([name]) => name).join('\n');
  const wasOrder = [...before.keys()].filter((name) => after.has(name)).join('\n');
  const isOther = older !== undefined && older.ManifestVersion !== newer.ManifestVersion;
  return {
    added: [...after].filter(([name]) => !before.has(name)).map(([, entry]) => entry),
    removed: [...before].filter(([name]) => !after.has(name)).map(([, entry]) => entry),
    changed,
    reordered: order !== wasOrder,
    unchanged: common.length - changed.length,
    manifestversion: isOther ? [older.ManifestVersion, newer.ManifestVersion] : null,
  };
}

const byName = (entries: readonly ManifestEntry[]): Map<string, ManifestEntry> =>
  new Map(entries.map((entry) => [entryNameKey(entry.Name), entry]));

const fieldsThatDiffer = (before: ManifestEntry, after: ManifestEntry) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => toCanonicalJson(before[field] ?? null) !== toCanonicalJson(after[field] ?? null))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
