import type { Host } from '../../../src/kit/host.ts';
import { isOlderAgentVersion } from '../versions.ts';
import { platformsOf } from './platforms.ts';
import { currentPackages } from './queries.ts';

/** The current build of a platform. */
export interface AgentBuild {
  packageid: number;
  version: string;
  platform: string;
  filename: string;
  size: number;
  sha256: string;
}

/** Current build of each platform that has one. Cached, because every check-in needs it. */
export class CurrentBuilds {
  constructor(private readonly host: Host) {}

  get list(): readonly AgentBuild[] {
    return this.host.db.remember('endpoints.builds', (reader) => currentPackages.all(reader));
  }
}

/**
 * Returns the current build for a PC from the operating system that its agent reports. If several platforms
 * are possible, the highest version applies. Returns undefined when there is none.
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
