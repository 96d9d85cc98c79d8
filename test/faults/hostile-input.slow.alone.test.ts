import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { type Appliance, startAppliance } from '../browser/harness.ts';
import { buildHostileBodies, type HostileBody, OTHER_METHODS } from './hostile-bodies.ts';
import { createFirstAdmin, post, readJsonResponse } from './process.ts';

setDefaultTimeout(120_000);

const KEY = 'key-of-the-agents';
/**
 * Maximum CPU time of the server's main thread between two responses to a health probe, in ticks of 10 ms.
 * Ticks only count work, not time in which the thread waits or the machine runs other programs.
 */
const MOST_TICKS = 100;
/**
 * Maximum additional memory of the process for one body in MB. It is twice the limit of a worker job, because
 * the memory is only checked every few milliseconds. The memory before a body depends on previous bodies,
 * whose pages the runtime retains for a while.
 */
const MOST_MB = 256;

let appliance: Appliance;
let headers: Record<string, string>;
let image: string;
beforeAll(async () => {
  appliance = await startAppliance({ args: ['--no-tls'], env: { MILLWRIGHT_COLLECTOR_KEY: KEY } });
  const { authorization } = await createFirstAdmin(appliance.url);
  headers = { authorization: authorization! };
  const typed = { ...headers, 'content-type': 'application/json' };
  const made = await readJsonResponse(await post(appliance.url, '/api/models', typed, { modelnumber: 'M' }));
  image = `/api/models/${made.data.modelnumberid}/image`;
});
afterAll(() => appliance.kill());

const residentMb = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${appliance.pid}/status`, 'utf8'))?.[1]) / 1024;

/** Returns the CPU ticks of the main thread so far, in user mode and in the kernel. */
function ticks(): number {
  const { pid } = appliance;
  const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8');
  // The program name in parentheses may contain spaces. The field after it is the third.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

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

/** Sends the bodies while it polls the health, and returns the observations. */
async function attack(hostile: HostileBody) {
  const seen = { mostTicks: 0, mostMb: 0, answers: 0, statuses: [] as number[] };
  const bodies = hostile.body();
  const mbBefore = residentMb();
  let before = ticks();
  let isDone = false;
  const work = Promise.all(
    Array.from({ length: hostile.parallel ?? 1 }, () => send({ ...hostile, body: () => bodies })),
  ).finally(() => {
    isDone = true;
  });
  // Polling continues for a while after the response, to notice work that was left behind.
  for (let probes = 0; probes < 10; probes += Number(isDone)) {
    const { status } = await fetch(`${appliance.url}/api/dashboard/health`);
    const after = ticks();
    seen.mostTicks = Math.max(seen.mostTicks, after - before);
    before = after;
    seen.answers += Number(status === 200);
    seen.mostMb = Math.max(seen.mostMb, residentMb() - mbBefore);
    await Bun.sleep(2);
  }
  seen.statuses = await work;
  return seen;
}

test.each(buildHostileBodies('').map(({ name }) => name))(
  'the health probe responds and memory stays limited during %s',
  async (name) => {
    const hostile = buildHostileBodies(image).find((body) => body.name === name)!;
    const { mostTicks, mostMb, answers, statuses } = await attack(hostile);
    if (process.env.MILLWRIGHT_SHOW)
      process.stderr.write(
        `${name}: ${statuses}, ${answers} answers, ${mostTicks} ticks, ${mostMb | 0} MB more\n`,
      );
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(answers).toBeGreaterThanOrEqual(10);
    const isHeldUp = !hostile.isCounted && mostTicks > MOST_TICKS;
    expect({ name, isHeldUp, isLarge: mostMb > MOST_MB }).toEqual({
      name,
      isHeldUp: false,
      isLarge: false,
    });
  },
);
