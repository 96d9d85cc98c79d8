import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { type Measured, putLoad } from './bench/load.ts';
import { seed } from './bench/seed.ts';

const ASSETS = Number(process.env.BENCH_ASSETS ?? 100_000);
const ROUNDS = 5;
const MILLISECONDS = 1500;
const CONNECTIONS = 16;
const KEY = 'bench-collector-key';
const say = (line: string) => process.stdout.write(`${line}\n`);

interface Server {
  process: ChildProcess;
  port: number;
}

/** Starts a server and waits for the line on which it says its port. */
function start(command: string[], pattern: RegExp): Promise<Server> {
  const child = spawn(command[0]!, command.slice(1), {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, MILLWRIGHT_COLLECTOR_KEY: KEY },
  });
  return new Promise((resolve, reject) => {
    child.stdout!.on('data', (chunk: Buffer) => {
      const port = pattern.exec(chunk.toString())?.[1];
      if (port) resolve({ process: child, port: Number(port) });
    });
    child.on('exit', (code) => reject(new Error(`${command.join(' ')} ended with ${code}.`)));
  });
}

const executable = join('dist', 'millwright');
const appliance = existsSync(executable) ? [executable] : [process.execPath, 'src/main.ts'];
const serveCommand = (data: string) => [
  ...appliance,
  'serve',
  '--no-tls',
  '--host',
  '127.0.0.1',
  '--port',
  '0',
  '--data',
  data,
];

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

interface Case {
  name: string;
  target: number;
  request(n: number, token: string): string;
}

const head = (token: string) =>
  `Host: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\nConnection: keep-alive\r\n`;
let made = 0;

const cases: Case[] = [
  {
    name: `list of 100 out of ${ASSETS}, two filters`,
    target: 0.7,
    request: (n, token) =>
      `GET /api/assets?per_page=100&page=${1 + (n % 5)}&statusid=${1 + (n % 4)}&typeid=${1 + (n % 7)} HTTP/1.1\r\n${head(token)}\r\n`,
  },
  {
    name: 'one asset',
    target: 0.5,
    request: (n, token) =>
      `GET /api/assets/${1 + ((n * 7919) % ASSETS)}?include_type_data=false HTTP/1.1\r\n${head(token)}\r\n`,
  },
  {
    name: 'create an asset',
    target: 0.4,
    request: (_n, token) => {
      const body = JSON.stringify({
        assetnumber: `B-${process.pid}-${made++}`,
        assettypeid: 2,
        name: 'A new lathe',
      });
      return `POST /api/assets HTTP/1.1\r\n${head(token)}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    },
  },
];

/** Ours and the floor in turn, so that a slow moment of the box hits both; the medians are compared. */
async function compare(
  one: Case,
  token: string,
  ours: Server,
  floor: Server,
): Promise<{ ours: Measured; floor: Measured; ratio: number }> {
  const results: { ours: Measured[]; floor: Measured[] } = { ours: [], floor: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [kind, server] of [
      ['ours', ours],
      ['floor', floor],
    ] as const) {
      const measured = await putLoad({
        port: server.port,
        request: (n) => one.request(n, token),
        connections: CONNECTIONS,
        milliseconds: round === 0 ? 500 : MILLISECONDS,
      });
      if (round > 0) results[kind].push(measured);
    }
  }
  const middle = (list: Measured[]): Measured =>
    list.toSorted((a, b) => a.persecond - b.persecond)[Math.floor(list.length / 2)]!;
  const ratio = median(
    results.ours.map((measured, round) => measured.persecond / results.floor[round]!.persecond),
  );
  return { ours: middle(results.ours), floor: middle(results.floor), ratio };
}

/** Milliseconds from starting the program to its first answer, on a directory that is set up. */
async function startTime(data: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const began = performance.now();
    const server = await start(serveCommand(data), /listening on http:\/\/[^:]+:(\d+)/);
    await (await fetch(`http://127.0.0.1:${server.port}/api/dashboard/health`)).text();
    times.push(performance.now() - began);
    await end(server);
  }
  return median(times);
}

/** Milliseconds of one inventory with 3,033 programs that nobody has reported before, and of the same again. */
async function inventoryTimes(server: Server): Promise<[number, number]> {
  const body = readFileSync(join('test', 'data', 'glpi', 'computer_3.json'));
  const headers = { 'Content-Type': 'application/json', 'X-API-Key': KEY };
  const send = async () => {
    const began = performance.now();
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/collector/glpi`, {
      method: 'POST',
      headers,
      body,
    });
    if (!answer.ok) throw new Error(await answer.text());
    return performance.now() - began;
  };
  return [await send(), await send()];
}

function end(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.process.removeAllListeners('exit');
    server.process.on('exit', () => resolve());
    server.process.kill('SIGTERM');
  });
}

const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

async function main(): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'millwright-bench-'));
  try {
    const began = performance.now();
    const { token, select } = seed(data, ASSETS);
    say(
      `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 1024 ** 3)} GB, ${process.platform}; ${appliance.join(' ')}; ${ASSETS} assets seeded in ${((performance.now() - began) / 1000).toFixed(1)} s`,
    );
    const floorPath = join(data, 'floor.db');
    copyFileSync(join(data, 'millwright.db'), floorPath);
    const first = await startTime(data);
    const floor = await start(
      [process.execPath, 'build/bench/floor.ts', floorPath, select],
      /floor on (\d+)/,
    );
    const ours = await start(serveCommand(data), /listening on http:\/\/[^:]+:(\d+)/);
    await Bun.sleep(2000);
    const idle = residentMegabytes(ours.process.pid!);
    say('| case | ours /s | floor /s | ratio | target | p50 ms | p99 ms |\n|---|---|---|---|---|---|---|');
    for (const one of cases) {
      const result = await compare(one, token, ours, floor);
      const cells = [
        one.name,
        result.ours.persecond.toFixed(0),
        result.floor.persecond.toFixed(0),
        result.ratio.toFixed(2),
        `>= ${one.target}`,
        result.ours.p50.toFixed(1),
        result.ours.p99.toFixed(1),
      ];
      say(`| ${cells.join(' | ')} |`);
    }
    const [inventory, again] = await inventoryTimes(ours);
    say(`| inventory of 3,033 programs, first | ${inventory.toFixed(0)} ms | | | <= 300 ms | | |`);
    say(`| the same inventory again | ${again.toFixed(0)} ms | | | | | |`);
    say(`| start to first answer | ${first.toFixed(0)} ms | | | <= 150 ms | | |`);
    say(`| memory when idle | ${idle.toFixed(0)} MB | | | <= 120 MB | | |`);
    await Promise.all([end(ours), end(floor)]);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

await main();
