import type { Reader } from '../../src/kit/data/reader.ts';
import { computeTextSha256, toCanonicalJson } from './canonical.ts';
import { entryFieldsOf } from './entries.ts';
import { entriesOfScope, type StoredEntry } from './queries.ts';
import type { EnforceManifest } from './shapes.ts';
import type { Scope } from './tables.ts';

type Draft = Pick<StoredEntry, 'fields' | 'isenabled'>;

/** A draft as a manifest: entries that are switched off are no part of it. */
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

/** What the draft of a scope would be as a manifest. */
export const buildDraftManifest = (reader: Reader, scope: Scope): EnforceManifest =>
  manifestOf(scope, entriesOfScope.all(reader, { scopeid: scope.scopeid }));

/** What a manifest says beside its number and its date, as a hash: two of the same content do the same. */
export const contentHash = ({
  ManifestVersion,
  Entries,
}: Pick<EnforceManifest, 'ManifestVersion' | 'Entries'>): string =>
  computeTextSha256(toCanonicalJson({ ManifestVersion, Entries }));

/** The payloads that a manifest names. */
export const payloadsOf = ({ Entries }: EnforceManifest): string[] => [
  ...new Set(Entries.flatMap(({ PayloadSha256 }) => PayloadSha256 ?? [])),
];
