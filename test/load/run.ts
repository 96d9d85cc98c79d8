import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Appliance, startAppliance } from '../browser/harness.ts';
import { LoadPc } from './client.ts';
import { makeFleet } from './fleet.ts';

/**
 * Idle PCs that hold their polls over TLS, commands to single ones, one to all, and a restart under them: what the
 * appliance takes for it.
 * `bun test/load/run.ts [PCs] [the executable]` prints JSON; times are in milliseconds, memory in megabytes.
 */
const size = Number(process.argv[2] ?? 2000);
const program = process.argv[3];
const AT_ONCE = 50;
const SINGLE = 300;
const IDLE_SECONDS = 30;
const message = { action: 'message', parameters: { text: 'load' } };

const data = join(tmpdir(), `millwright-load-${process.pid}`);
makeFleet(data, size);
const begin = (port: string) =>
  startAppliance({ data, args: ['--port', port], ...(program && { program: [program] }) });
let appliance = await begin('0');
try {
  process.stdout.write(`${JSON.stringify(await measure(appliance), null, 2)}\n`);
} finally {
  await appliance.kill();
  rmSync(data, { recursive: true, force: true });
}

async function measure({ url, pid }: Appliance) {
  const started = used(pid);
  const pcs = Array.from({ length: size }, (_, n) => new LoadPc(n, Number(new URL(url).port)));
  const connectms = await timed(async () => {
    for (let at = 0; at < size; at += AT_ONCE)
      await Promise.all(pcs.slice(at, at + AT_ONCE).map((pc) => pc.connect()));
  });
  const before = used(pid);
  await Bun.sleep(IDLE_SECONDS * 1000);
  const after = used(pid);
  const headers = await admin(url);
  const single = await commands(url, headers, pcs);
  const broadcast = await toAll(url, headers, pcs.slice(SINGLE));
  const again = await restart(url, pcs);
  for (const pc of pcs) pc.end();
  return {
    pcs: size,
    startmb: started.mb,
    connectms,
    idle: { mb: after.mb, corepercent: round(((after.seconds - before.seconds) / IDLE_SECONDS) * 100) },
    single,
    broadcast,
    restart: again,
    errors: pcs.reduce((sum, { errors }) => sum + errors, 0),
  };
}

async function admin(url: string): Promise<Record<string, string>> {
  const account = { username: 'admin', password: 'correct horse' };
  await send(url, '/setup/create-admin', { ...account, email: 'admin@plant.example' }, {});
  const { access_token } = await send(url, '/auth/login', account, {});
  return { authorization: `Bearer ${access_token}` };
}

async function send(url: string, path: string, body: object, headers: Record<string, string>) {
  const answer = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    tls: { rejectUnauthorized: false },
  });
  return (await answer.json()).data;
}

/** From asking for a command until its PC has it, one after another. */
async function commands(url: string, headers: Record<string, string>, pcs: LoadPc[]) {
  const times: number[] = [];
  for (const pc of pcs.slice(0, SINGLE)) {
    const began = performance.now();
    const arrived = pc.nextCommand();
    await send(url, `/endpoints/asset/${pc.n + 1}/commands`, message, headers);
    times.push((await arrived) - began);
  }
  return figures(times);
}

async function toAll(url: string, headers: Record<string, string>, pcs: LoadPc[]) {
  const began = performance.now();
  const arrivals = Promise.all(pcs.map(async (pc) => (await pc.nextCommand()) - began));
  await send(url, '/endpoints/commands/bulk', { scope: {}, ...message }, headers);
  return figures(await arrivals);
}

/** Ends the appliance and starts it again: how soon the PCs are back, from the end on, and how many in one second. */
async function restart(url: string, pcs: LoadPc[]) {
  for (const pc of pcs) pc.resume();
  // All of them are held again.
  await Bun.sleep(2000);
  const began = performance.now();
  await appliance.stop();
  const downms = await timed(async () => {
    appliance = await begin(new URL(url).port);
  });
  const before = used(appliance.pid);
  while (pcs.some(({ returned }) => returned === undefined) && performance.now() - began < 120_000)
    await Bun.sleep(100);
  const times = pcs.flatMap(({ returned }) => (returned === undefined ? [] : [returned - began]));
  const seconds = new Map<number, number>();
  for (const ms of times) {
    const second = Math.floor(ms / 1000);
    seconds.set(second, (seconds.get(second) ?? 0) + 1);
  }
  const core = used(appliance.pid).seconds - before.seconds;
  return {
    downms,
    ...figures(times),
    mostinasecond: Math.max(...seconds.values()),
    coreseconds: round(core),
  };
}

function figures(times: number[]) {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => round(sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)]!);
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return round(performance.now() - began);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Memory and processor time of a process. */
function used(pid: number): { mb: number; seconds: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  const kb = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  return { mb: Math.round(kb / 1024), seconds: (Number(fields[11]) + Number(fields[12])) / 100 };
}
