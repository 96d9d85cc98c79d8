import { credentialOf } from '../fleet.ts';
import { LoadConnection } from '../load-connection.ts';
import { runAtRate, runConcurrently, summarizeTimes } from '../measure.ts';
import { errorsOf, LoadPc } from '../pc.ts';
import type { LoadProfile } from './index.ts';

const SLOW = 500;
const SECONDS = 30;
const CHECKINS_A_SECOND = 200;

/** Five hundred PCs send their check-in at one byte per 200 ms, while the others check in normally. */
export const runSlowLinks: LoadProfile = async ({ site, pcs: size }) => {
  const pcs = Array.from({ length: Math.min(size, 2000) }, (_, n) => new LoadPc(n, site.port));
  await runConcurrently(pcs, 50, (pc) => pc.open());
  const slow = await Promise.all(Array.from({ length: SLOW }, () => LoadConnection.open(site.port)));
  const checkins: number[] = [];
  let isOver = false;
  const dripping = slow.map(async (line, n) => {
    const body = JSON.stringify({ agentversion: '0.1.0', loggedinuser: 'x'.repeat(200) });
    line.write(
      `POST /api/endpoints/checkin HTTP/1.1\r\nHost: load\r\nX-Endpoint-Credential: ${credentialOf(n)}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    for (let at = 0; at < body.length && !isOver; at++) {
      line.write(body[at]!);
      await Bun.sleep(200);
    }
  });
  const taken = await site.during(async () => {
    await runAtRate(CHECKINS_A_SECOND, SECONDS, async (n) => {
      const began = performance.now();
      await pcs[n % pcs.length]!.checkIn({ agentversion: '0.1.0', uptimeseconds: n });
      checkins.push(performance.now() - began);
    });
    return {};
  });
  isOver = true;
  await Promise.all(dripping);
  for (const line of [...slow, ...pcs]) line.end();
  return { ...taken, slowlinks: SLOW, checkinms: summarizeTimes(checkins), errors: errorsOf(pcs) };
};
