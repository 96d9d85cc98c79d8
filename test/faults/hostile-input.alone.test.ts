import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { type Appliance, startAppliance } from '../browser/harness.ts';
import { type HostileBody, hostileBodies, OTHER_METHODS } from './hostile-bodies.ts';
import { firstAdmin, json, post } from './process.ts';

setDefaultTimeout(120_000);

const KEY = 'key-of-the-agents';
/** What a health probe may wait beside any of them, and what the process may take of the memory. */
const LONGEST_MS = 250;
const MOST_MB = 400;

let appliance: Appliance;
let headers: Record<string, string>;
let image: string;
beforeAll(async () => {
  appliance = await startAppliance({ args: ['--no-tls'], env: { MILLWRIGHT_COLLECTOR_KEY: KEY } });
  const { authorization } = await firstAdmin(appliance.url);
  headers = { authorization: authorization! };
  const typed = { ...headers, 'content-type': 'application/json' };
  const made = await json(await post(appliance.url, '/api/models', typed, { modelnumber: 'M' }));
  image = `/api/models/${made.data.modelnumberid}/image`;
});
afterAll(() => appliance.kill());

const residentMb = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${appliance.pid}/status`, 'utf8'))?.[1]) / 1024;

async function send({ path, as, type, body }: HostileBody): Promise<number> {
  const answer = await fetch(appliance.url + path, {
    method: OTHER_METHODS[path] ?? 'POST',
    headers: {
      ...(type && { 'content-type': type }),
      ...(as === 'collector' ? { 'x-api-key': KEY } : headers),
    },
    body: body(),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Sends them, asks for the health all the while, and answers what was seen. */
async function attack(hostile: HostileBody) {
  const seen = { longestMs: 0, mostMb: residentMb(), ms: 0, statuses: [] as number[] };
  const bodies = hostile.body();
  const began = performance.now();
  let isDone = false;
  const work = Promise.all(
    Array.from({ length: hostile.parallel ?? 1 }, () => send({ ...hostile, body: () => bodies })),
  ).finally(() => {
    isDone = true;
  });
  // It goes on for a while after the answer: what was left behind would be felt then.
  for (let after = 0; after < 10; after += Number(isDone)) {
    const asked = performance.now();
    await (await fetch(`${appliance.url}/api/dashboard/health`)).arrayBuffer();
    seen.longestMs = Math.max(seen.longestMs, performance.now() - asked);
    seen.mostMb = Math.max(seen.mostMb, residentMb());
    await Bun.sleep(2);
  }
  seen.statuses = await work;
  seen.ms = performance.now() - began;
  return seen;
}

test.each(hostileBodies('').map(({ name }) => name))('nobody waits for %s', async (name) => {
  const hostile = hostileBodies(image).find((body) => body.name === name)!;
  const { longestMs, mostMb, ms, statuses } = await attack(hostile);
  if (process.env.MILLWRIGHT_SHOW)
    process.stderr.write(`${name}: ${statuses} ${ms | 0} ms, health ${longestMs | 0} ms, ${mostMb | 0} MB\n`);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  const isHeldUp = !hostile.isCounted && longestMs > LONGEST_MS;
  expect({ name, isHeldUp, isLarge: mostMb > MOST_MB }).toEqual({
    name,
    isHeldUp: false,
    isLarge: false,
  });
});
