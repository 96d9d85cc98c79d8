import type { Case } from './cases.ts';
import { type LoadResult, runLoad } from './load.ts';
import { computeMedian, type Server } from './servers.ts';

const ROUNDS = 5;
const MILLISECONDS = 1500;
const CONNECTIONS = 16;

/** What one contender did, and what share of it another one did, round by round. */
export interface ServerComparison {
  server: Server;
  middle: LoadResult;
  /** Ours against this one: the median of the rounds' ratios; 1 for ours itself. */
  ratio: number;
}

/** Every contender in turn, ours first, so that a slow moment of the box hits all; the medians are compared. */
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
