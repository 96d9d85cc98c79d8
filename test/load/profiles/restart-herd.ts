import { BackOff } from '../../../plugins/endpoints/agent/back-off.ts';
import { roundValue, runConcurrently, summarizeTimes } from '../measure.ts';
import { errorsOf, LoadPc } from '../pc.ts';
import type { LoadProfile } from './index.ts';

const AT_ONCE = 50;
const POLLING_MS = 120_000;

/**
 * The appliance restarts while all PCs are connected. Each reconnects like the agent, with its own back-off.
 */
export const runRestartHerd: LoadProfile = async ({ site, pcs: size, random }) => {
  const pcs = Array.from({ length: size }, (_, n) => new LoadPc(n, site.port));
  await runConcurrently(pcs, AT_ONCE, (pc) => pc.open());
  const polls = pcs.map((pc) => pc.nextCommand());
  await Bun.sleep(1000);
  const gone = performance.now();
  const away = site.restart();
  const returns: number[] = [];
  let refusedconnections = 0;
  const back = pcs.map(async (pc, n) => {
    await polls[n];
    const backOff = new BackOff(random);
    // PCs that received a Retry-After have already waited.
    if (pc.away === 0) await Bun.sleep(backOff.next());
    for (;;) {
      const isOpen = await pc.open().then(
        () => true,
        () => false,
      );
      if (!isOpen) refusedconnections++;
      else if ((await pc.checkIn({ agentversion: '0.1.0' })).status === 200) break;
      if (performance.now() - gone > POLLING_MS) throw new Error(`PC ${n} does not come back.`);
      await Bun.sleep(backOff.next());
    }
    returns.push(performance.now() - gone);
    void pc.nextCommand();
  });
  const awayms = await away;
  const taken = await site.during(async () => {
    await Promise.all(back);
    return {};
  });
  for (const pc of pcs) pc.end();
  return {
    ...taken,
    awayms: roundValue(awayms),
    backms: summarizeTimes(returns),
    mostinasecond: most(returns),
    refusedconnections,
    errors: errorsOf(pcs),
  };
};

/** Returns the number of arrivals in the busiest second. */
function most(times: readonly number[]): number {
  const seconds = new Map<number, number>();
  for (const ms of times) seconds.set(Math.floor(ms / 1000), (seconds.get(Math.floor(ms / 1000)) ?? 0) + 1);
  return Math.max(...seconds.values());
}
