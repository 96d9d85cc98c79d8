import type { Host } from '../../src/kit/host.ts';
import { entryNameKey } from './canonical.ts';
import { listScopesOfPc } from './fleet.ts';
import { explainMismatch } from './matching.ts';
import { entriesInstalling, scopesOfPhase } from './queries.ts';
import { PublishedManifestCache } from './published-manifest-cache.ts';
import type { EnforceManifest, ManifestEntry } from './shapes.ts';
import type { Phase } from './labels.ts';

/** How often a PC looks by itself after what is published for a phase, in minutes; 0 for never. Agents ask for `runtime`. */
export const readEnforceMinutes = (host: Host, phase: string): number =>
  phase === 'runtime' ? host.settings.integer('enforce_every_minutes') : 0;

/** What one published manifest says to one PC. */
export interface PcManifest {
  scopename: string;
  phase: Phase;
  revision: number;
  manifestversion: string;
  entries: ManifestEntry[];
}

/** What is in force for a PC: of each manifest that is for it, the entries that are. `appid`: only those that bring it. */
export function listManifestsOfPc(host: Host, assetid: number, phase: Phase, appid?: number): PcManifest[] {
  const served = host.getInstance(PublishedManifestCache);
  const scopes = host.db.read((reader) => scopesOfPhase.all(reader, { phase }));
  return listScopesOfPc(host, assetid, scopes).flatMap(({ scope, pc }) => {
    const inForce = served.of(scope.scopename, phase);
    if (!inForce) return [];
    const { Entries } = JSON.parse(served.bodyOf(inForce)) as EnforceManifest;
    const wanted = appid === undefined ? () => true : bringing(host, scope.scopeid, appid);
    const entries = Entries.filter((entry) => !explainMismatch(entry, pc) && wanted(entry.Name));
    const { scopename, revision, manifestversion } = inForce;
    return [{ scopename, phase, revision, manifestversion, entries }];
  });
}

/** By the names of the entries: which application one brings is no part of what is published. */
function bringing(host: Host, scopeid: number, appid: number): (name: string) => boolean {
  const rows = host.db.read((reader) => entriesInstalling.all(reader, { scopeid, appid }));
  const names = new Set(rows.map(({ name }) => entryNameKey(name)));
  return (name) => names.has(entryNameKey(name));
}
