import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildCases } from './bench/cases.ts';
import { compareServers } from './bench/compare.ts';
import { measureDisplay } from './bench/display.ts';
import { measureEnforce } from './bench/enforce.ts';
import { measureGrowth } from './bench/growth.ts';
import { measureKiosks } from './bench/kiosks.ts';
import { measureInterference } from './bench/measure-interference.ts';
import { measureRegisters } from './bench/registers.ts';
import { seedData } from './bench/seed.ts';
import {
  BENCH_KEY,
  measureStartTime,
  readResidentMegabytes,
  type Server,
  startAppliance,
  startBenchServer,
  stopBenchServer,
} from './bench/servers.ts';

const printLine = (line: string) => process.stdout.write(`${line}\n`);
const { values: options } = parseArgs({
  options: {
    assets: { type: 'string', default: '100000' },
    /**
     * Another checkout with its executable in `dist/`. It is compared in the same run, over data that it
     * seeds itself.
     */
    before: { type: 'string' },
    /** Sizes of the growth table, separated by commas. `none` omits the table. */
    growth: { type: 'string', default: '10000,100000,1000000' },
    /** Only measures the latency of fifty kiosks that take parts at once. */
    kiosks: { type: 'boolean', default: false },
    /** Only measures the cost of manifests and payloads. */
    enforce: { type: 'boolean', default: false },
    /** Only measures the memory of a screen that shows slides for `--hours` of simulated time. */
    display: { type: 'boolean', default: false },
    hours: { type: 'string', default: '8' },
    help: { type: 'boolean', default: false },
    /** Only measures the lists of the registers that extend assets, each over `--assets` records. */
    registers: { type: 'boolean', default: false },
  },
});
const ASSETS = Number(options.assets);
const executable = join('dist', 'millwright');
const program = existsSync(executable) ? [executable] : [process.execPath, 'src/main.ts'];

const HELP = `npm run bench -- [--assets 100000] [--before CHECKOUT] [--growth 10000,100000,1000000 | none]
npm run bench -- --kiosks | --enforce | --registers | --display [--hours 8]    one part alone`;

async function main(): Promise<void> {
  if (options.help) {
    printLine(HELP);
    return;
  }
  if (options.display) {
    process.exitCode = await measureDisplay(Number(options.hours), printLine);
    return;
  }
  if (options.registers) return measureRegisters(program, ASSETS, printLine);
  if (options.kiosks) return measureAlone(measureKiosks);
  if (options.enforce) return measureAlone(measureEnforce);
  const data = mkdtempSync(join(tmpdir(), 'millwright-bench-'));
  try {
    const began = performance.now();
    const { token, select } = seedData(data, ASSETS);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const box = `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 1024 ** 3)} GB`;
    printLine(`${box}, ${process.platform}; ${program.join(' ')}; ${ASSETS} assets seeded in ${seconds} s`);
    const first = await measureStartTime(program, data);
    const servers = await contenders(data, select);
    await Bun.sleep(2000);
    const idle = readResidentMegabytes(servers[0]!);
    await cases(servers, token);
    await inventory(servers[0]!);
    printLine(`| start to first response | ${first.toFixed(0)} ms | | | <= 150 ms | | |`);
    printLine(`| memory when idle | ${idle.toFixed(0)} MB | | | <= 100 MB | | |`);
    if (existsSync(executable))
      printLine(`| executable | ${(statSync(executable).size / 1e6).toFixed(1)} MB | | | <= 125 MB | | |`);
    await measureInterference(servers[0]!, token, printLine);
    await measureKiosks(servers[0]!, token, printLine);
    await measureEnforce(servers[0]!, token, printLine);
    printLine(`\nMemory after all that: ${readResidentMegabytes(servers[0]!).toFixed(0)} MB`);
    await Promise.all(servers.map(stopBenchServer));
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
  if (options.growth !== 'none')
    await measureGrowth(program, options.growth.split(',').map(Number), printLine);
}

async function measureAlone(measure: typeof measureKiosks): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'millwright-bench-'));
  try {
    const { token } = seedData(data, ASSETS);
    const server = await startAppliance('ours', program, data);
    await measure(server, token, printLine);
    await stopBenchServer(server);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

/**
 * Starts this build, the baseline and, if set, the other executable. None of them shares its files with
 * another.
 */
async function contenders(data: string, select: string): Promise<Server[]> {
  const floorPath = join(data, 'floor.db');
  copyFileSync(join(data, 'millwright.db'), floorPath);
  const servers = [
    await startAppliance('ours', program, data),
    await startBenchServer(
      'floor',
      [process.execPath, 'build/bench/floor.ts', floorPath, select],
      /floor on (\d+)/,
    ),
  ];
  if (options.before) {
    const token = seedBy(options.before, join(data, 'before'));
    const before = await startAppliance(
      'before',
      [resolve(options.before, executable)],
      join(data, 'before'),
    );
    servers.push({ ...before, token });
  }
  return servers;
}

/** Seeds a data directory with the program of another checkout and returns its API token. */
function seedBy(checkout: string, data: string): string {
  mkdirSync(data);
  const script = `import { seed } from './build/bench/seed.ts'; console.log(seed(${JSON.stringify(data)}, ${ASSETS}).token)`;
  return execFileSync(process.execPath, ['-e', script], { cwd: checkout, encoding: 'utf8' }).trim();
}

async function cases(servers: Server[], token: string): Promise<void> {
  printLine('| case | ours /s | floor /s | ratio | target | p50 ms | p99 ms | before /s | ratio |');
  printLine('|---|---|---|---|---|---|---|---|---|');
  for (const one of buildCases(ASSETS)) {
    const taking = servers.filter(({ name }) => name !== 'floor' || one.target !== undefined);
    const compared = await compareServers(one, token, taking);
    const cell = (name: string, format: (result: (typeof compared)[number]) => string) => {
      const result = compared.find(({ server }) => server.name === name);
      return result ? format(result) : '';
    };
    const rate = (name: string) => cell(name, ({ middle }) => middle.persecond.toFixed(0));
    const ratio = (name: string) => cell(name, (result) => result.ratio.toFixed(2));
    const { p50, p99 } = compared[0]!.middle;
    const target = one.target === undefined ? '' : `>= ${one.target}`;
    const cells = [
      one.name,
      rate('ours'),
      rate('floor'),
      ratio('floor'),
      target,
      p50.toFixed(1),
      p99.toFixed(1),
    ];
    printLine(`| ${[...cells, rate('before'), ratio('before')].join(' | ')} |`);
  }
}

/** Measures an inventory with 3,033 new programs, then the same inventory again. */
async function inventory(server: Server): Promise<void> {
  const body = readFileSync(join('test', 'data', 'glpi', 'computer_3.json'));
  const headers = { 'Content-Type': 'application/json', 'X-API-Key': BENCH_KEY };
  const send = async () => {
    const began = performance.now();
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/collector/glpi`, {
      method: 'POST',
      headers,
      body,
    });
    if (!answer.ok) throw new Error(await answer.text());
    return (performance.now() - began).toFixed(0);
  };
  printLine(`| inventory of 3,033 programs, first | ${await send()} ms | | | <= 300 ms | | |`);
  printLine(`| the same inventory again | ${await send()} ms | | | | | |`);
}

await main();
