import { runAtRate, summarizeTimes } from '../measure.ts';
import { errorsOf, LoadPc } from '../pc.ts';
import type { LoadProfile } from './index.ts';

const SECONDS = 30;

/**
 * The start of a shift: within half a minute, all PCs connect, report the signed-in user, and wait for
 * commands.
 */
export const runShiftStart: LoadProfile = async ({ site, pcs: size, random }) => {
  const pcs = Array.from({ length: size }, (_, n) => new LoadPc(n, site.port));
  const connects: number[] = [];
  const checkins: number[] = [];
  const taken = await site.during(async () => {
    await runAtRate(size / SECONDS, SECONDS, async (n) => {
      const pc = pcs[n]!;
      const began = performance.now();
      await pc.open();
      connects.push(performance.now() - began);
      const sentAt = performance.now();
      await pc.checkIn({
        agentversion: '0.1.0',
        osversion: 'Windows 11 Pro (10.0.26100)',
        uptimeseconds: Math.floor(random() * 1000),
        loggedinuser: `user${Math.floor(random() * 500)}`,
        ipaddresses: [`10.${Math.floor(random() * 250)}.${Math.floor(random() * 250)}.7`],
        events:
          random() < 0.1
            ? [{ time: new Date().toISOString(), level: 'error', message: 'A service ended.' }]
            : [],
      });
      checkins.push(performance.now() - sentAt);
      void pc.nextCommand();
    });
    return {};
  });
  for (const pc of pcs) pc.end();
  return {
    ...taken,
    connectms: summarizeTimes(connects),
    checkinms: summarizeTimes(checkins),
    errors: errorsOf(pcs),
  };
};
