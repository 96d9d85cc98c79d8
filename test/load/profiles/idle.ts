import { measureTime, readProcessUsage, roundValue, runConcurrently, summarizeTimes } from '../measure.ts';
import { errorsOf, LoadPc } from '../pc.ts';
import type { LoadProfile } from './index.ts';

const AT_ONCE = 50;
const SINGLE = 300;
const IDLE_SECONDS = 60;
const message = { action: 'message', parameters: { text: 'load' } };

/** All PCs poll. Then single PCs get a command, and finally all others get the same one. */
export const runIdle: LoadProfile = async ({ site, pcs: size }) => {
  const started = readProcessUsage(site.appliance.pid).mb;
  const pcs = Array.from({ length: size }, (_, n) => new LoadPc(n, site.port));
  const arrivals = new Map<LoadPc, Promise<number>>();
  const connectms = await measureTime(() =>
    runConcurrently(pcs, AT_ONCE, async (pc) => {
      await pc.open();
      arrivals.set(
        pc,
        pc.nextCommand().then(() => performance.now()),
      );
    }),
  );
  const measured = await site.during(async () => {
    await Bun.sleep(IDLE_SECONDS * 1000);
    return {};
  });
  const single: number[] = [];
  for (const pc of pcs.slice(0, SINGLE)) {
    const began = performance.now();
    await site.post(`/endpoints/asset/${pc.n + 1}/commands`, message);
    single.push((await arrivals.get(pc)!) - began);
  }
  const others = pcs.slice(SINGLE);
  const fiveThousand = await broadcast(others.slice(0, 5000));
  const rest = await broadcast(others.slice(5000));
  for (const pc of pcs) pc.end();
  return {
    startmb: started,
    connectms: roundValue(connectms),
    idle: measured,
    commandms: summarizeTimes(single),
    broadcast5000ms: fiveThousand,
    broadcastrestms: rest,
    errors: errorsOf(pcs),
  };

  async function broadcast(some: LoadPc[]) {
    if (some.length === 0) return null;
    const began = performance.now();
    await site.post('/endpoints/commands/bulk', { assetids: some.map(({ n }) => n + 1), ...message });
    const times = await Promise.all(some.map(async (pc) => (await arrivals.get(pc)!) - began));
    return summarizeTimes(times);
  }
};
