import type { Host } from '../../src/kit/host.ts';
import { entryNameKey } from './canonical.ts';
import { listScopesOfPc } from './fleet.ts';
import type { Phase } from './labels.ts';
import { explainMismatch } from './matching.ts';
import { PublishedManifestCache } from './published-manifest-cache.ts';
import { entriesInstalling, scopesOfPhase } from './queries.ts';
import type { EnforceManifest, ManifestEntry } from './shapes.ts';

/**
 * Returns the minutes between scheduled enforcement runs; 0 for never, as for every phase except `runtime`,
 * the one that agents use.
 */
export const readEnforceMinutes = (host: Host, phase: string): number =>
  phase === 'runtime' ? host.settings.integer('enforce_every_minutes') : 0;

/** The part of a published manifest that applies to one PC. */
export interface PcManifest {
  scopename: string;
  phase: Phase;
  revision: number;
  manifestversion: string;
  entries: ManifestEntry[];
}

/**
 * Returns the current manifests for a PC, with the entries that apply to it. Scopes without a publication are
 * left out. With `appid`, only entries that install this application.
 */
export function listManifestsOfPc(host: Host, assetid: number, phase: Phase, appid?: number): PcManifest[] {
  const served = host.getInstance(PublishedManifestCache);
  const scopes = host.db.read((reader) => scopesOfPhase.all(reader, { phase }));
  return listScopesOfPc(host, assetid, scopes).flatMap(({ scope, pc }) => {
    const inForce = served.of(scope.scopename, phase);
    if (!inForce) return [];
    const { Entries } = JSON.parse(served.bodyOf(inForce)) as EnforceManifest;
    const wanted = appid === undefined ? () => true : createInstallCheck(host, scope.scopeid, appid);
    const entries = Entries.filter((entry) => !explainMismatch(entry, pc) && wanted(entry.Name));
    const { scopename, revision, manifestversion } = inForce;
    return [{ scopename, phase, revision, manifestversion, entries }];
  });
}

/**
 * Returns a function that reports whether the entry with a name installs the application. The draft decides,
 * because only it contains the application of an entry.
 */
function createInstallCheck(host: Host, scopeid: number, appid: number): (name: string) => boolean {
  const rows = host.db.read((reader) => entriesInstalling.all(reader, { scopeid, appid }));
  const names = new Set(rows.map(({ name }) => entryNameKey(name)));
  return (name) => names.has(entryNameKey(name));
}
