import type { Host } from '../../../src/kit/host.ts';
import { isOlderAgentVersion } from '../versions.ts';
import { platformsOf } from './platforms.ts';
import { currentPackages } from './queries.ts';

/** A build that is current for its platform. */
export interface AgentBuild {
  packageid: number;
  version: string;
  platform: string;
  filename: string;
  size: number;
  sha256: string;
}

/** The current build of each platform that has one; every check-in asks. */
export class CurrentBuilds {
  constructor(private readonly host: Host) {}

  get list(): readonly AgentBuild[] {
    return this.host.db.remember('endpoints.builds', (reader) => currentPackages.all(reader));
  }
}

/**
 * The current build for a PC, by what its agent calls the operating system; the highest one where that leaves several.
 * Undefined where there is none for it.
 */
export function findBuild(
  builds: readonly AgentBuild[],
  osversion: string | null | undefined,
): AgentBuild | undefined {
  let best: AgentBuild | undefined;
  for (const platform of platformsOf(osversion)) {
    const build = builds.find((one) => one.platform === platform);
    if (build && (!best || isOlderAgentVersion(best.version, build.version))) best = build;
  }
  return best;
}
