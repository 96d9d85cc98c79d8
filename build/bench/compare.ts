import type { Case } from './cases.ts';
import { type LoadResult, runLoad } from './load.ts';
import { computeMedian, type Server } from './servers.ts';

const ROUNDS = 5;
const MILLISECONDS = 1500;
const CONNECTIONS = 16;

/** The result of one contender. */
export interface ServerComparison {
  server: Server;
  middle: LoadResult;
  /**
   * Throughput of this build relative to the contender: the median of the ratios of all rounds. It is 1 for
   * this build.
   */
  ratio: number;
}

/**
 * Measures the contenders in turn in each round, so that a slow moment affects all. The first server is this
 * build. Its ratio to each contender is the median of the ratios of all rounds. A first round is not counted.
 */
export async function compareServers(
  one: Case,
  token: string,
  servers: Server[],
): Promise<ServerComparison[]> {
  const results = servers.map((): LoadResult[] => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, server] of servers.entries()) {
      const measured = await runLoad({
        port: server.port,
        request: (n) => one.request(n, server.token ?? token),
        connections: CONNECTIONS,
        milliseconds: round === 0 ? 500 : MILLISECONDS,
      });
      if (round > 0) results[index]!.push(measured);
    }
  }
  const ours = results[0]!;
  return servers.map((server, index) => {
    const own = results[index]!;
    const middle = own.toSorted((a, b) => a.persecond - b.persecond)[Math.floor(own.length / 2)]!;
    return {
      server,
      middle,
      ratio: computeMedian(ours.map((mine, round) => mine.persecond / own[round]!.persecond)),
    };
  });
}
