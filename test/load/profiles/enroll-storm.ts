import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { enrollInput } from '../../../plugins/endpoints/enrollment/schemas.ts';
import { LoadConnection } from '../load-connection.ts';
import { runAtRate, runConcurrently, summarizeTimes } from '../measure.ts';
import { errorsOf, LoadPc } from '../pc.ts';
import { LOAD_FLEET_KEY } from '../site.ts';
import type { LoadProfile } from './index.ts';

const SECONDS = 30;
export const ENROLLING = 100 * SECONDS;
const HOSTILE_A_SECOND = 500;
const CHECKINS_A_SECOND = 200;
const LINES = 24;

type EnrollInput = z.input<typeof enrollInput>;

/**
 * A hundred PCs per second enroll, each from two connections at once. In addition, an anonymous caller sends
 * five hundred requests, and other PCs check in.
 */
export const runEnrollStorm: LoadProfile = async ({ site, pcs: size, random }) => {
  const lines = await Promise.all(Array.from({ length: LINES }, () => LoadConnection.open(site.port)));
  const turns = lines.map(() => Promise.resolve());
  /** Sends a request on one of the connections, after the previous request of that connection has ended. */
  const ask = (n: number, headers: Record<string, string>, body: EnrollInput) => {
    const at = n % LINES;
    const pending = turns[at]!.then(() => lines[at]!.ask('POST', '/endpoints/enroll', headers, body));
    turns[at] = pending.then(() => undefined);
    return pending;
  };
  const pcs = Array.from({ length: Math.min(size, 2000) }, (_, n) => new LoadPc(n, site.port));
  await runConcurrently(pcs, 50, (pc) => pc.open());
  const statuses: Record<string, number> = {};
  const times: number[] = [];
  const checkins: number[] = [];
  const credentials = new Map<number, Set<string>>();
  const nonce = (text: string) => createHash('sha256').update(text).digest('hex');

  const enroll = async (n: number, twin: number) => {
    const name = size + n;
    const began = performance.now();
    const heard = await ask(
      n + twin,
      { 'X-API-Key': LOAD_FLEET_KEY },
      { hostname: `load-${name}`, serialnumber: `LOAD-${name}`, nonce: nonce(`${name} ${twin}`) },
    );
    times.push(performance.now() - began);
    statuses[heard.status] = (statuses[heard.status] ?? 0) + 1;
    const { credential } = JSON.parse(heard.text).data;
    if (credential) credentials.set(n, (credentials.get(n) ?? new Set()).add(credential));
  };
  const hostile = async (n: number) => {
    const pick = Math.floor(random() * (size + ENROLLING));
    const heard = await ask(n, random() < 0.5 ? { 'X-API-Key': `guess-${n}` } : {}, {
      hostname: `load-${pick}`,
      serialnumber: `LOAD-${pick}`,
      nonce: nonce(`hostile ${n}`),
    });
    statuses[heard.status] = (statuses[heard.status] ?? 0) + 1;
    if (JSON.parse(heard.text).data?.credential) throw new Error('An unauthorized caller got a credential.');
  };
  const checkIn = async (n: number) => {
    const pc = pcs[n % pcs.length]!;
    const began = performance.now();
    await pc.checkIn({ agentversion: '0.1.0', uptimeseconds: n });
    checkins.push(performance.now() - began);
  };

  const taken = await site.during(async () => {
    await Promise.all([
      runAtRate(ENROLLING / SECONDS, SECONDS, (n) => Promise.all([enroll(n, 0), enroll(n, 1)])),
      runAtRate(HOSTILE_A_SECOND, SECONDS, hostile),
      runAtRate(CHECKINS_A_SECOND, SECONDS, checkIn),
    ]);
    return {};
  });
  for (const line of lines) line.end();
  for (const pc of pcs) pc.end();
  const counts = [...credentials.values()].map(({ size }) => size);
  return {
    ...taken,
    enrolled: counts.filter((count) => count === 1).length,
    withmorecredentials: counts.filter((count) => count > 1).length,
    without: ENROLLING - counts.length,
    enrollms: summarizeTimes(times),
    checkinms: summarizeTimes(checkins),
    statuses,
    errors: errorsOf(pcs),
  };
};
