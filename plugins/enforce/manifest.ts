import type { Reader } from '../../src/kit/data/reader.ts';
import { computeTextSha256, toCanonicalJson } from './canonical.ts';
import { entryFieldsOf } from './entries.ts';
import { entriesOfScope, type StoredEntry } from './queries.ts';
import type { EnforceManifest } from './shapes.ts';
import type { Scope } from './tables.ts';

type Draft = Pick<StoredEntry, 'fields' | 'isenabled'>;

/** Converts a draft to a manifest. Disabled entries are left out. */
export const manifestOf = (
  { manifestversion, scopename, phase }: Pick<Scope, 'manifestversion' | 'scopename' | 'phase'>,
  entries: readonly Draft[],
): EnforceManifest => ({
  ManifestVersion: manifestversion,
  Scope: scopename,
  Phase: phase,
  Revision: null,
  PublishedAt: null,
  Entries: entries.filter(({ isenabled }) => isenabled === 1).map(entryFieldsOf),
});

/** Returns the draft of a scope as a manifest. */
export const buildDraftManifest = (reader: Reader, scope: Scope): EnforceManifest =>
  manifestOf(scope, entriesOfScope.all(reader, { scopeid: scope.scopeid }));

/**
 * Returns a hash of the version and the entries of a manifest. Manifests of one scope with the same hash have
 * the same effect.
 */
export const contentHash = ({
  ManifestVersion,
  Entries,
}: Pick<EnforceManifest, 'ManifestVersion' | 'Entries'>): string =>
  computeTextSha256(toCanonicalJson({ ManifestVersion, Entries }));

/** Returns the hashes of the payloads that a manifest names. */
export const payloadsOf = ({ Entries }: EnforceManifest): string[] => [
  ...new Set(Entries.flatMap(({ PayloadSha256 }) => PayloadSha256 ?? [])),
];
