import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareServers } from './compare.ts';
import { listAssetRegisters, type RegisterSeed, seedData } from './seed.ts';
import { startAppliance, startBenchServer, stopBenchServer } from './servers.ts';

const TARGET = 0.7;

/**
 * Measures the list of each register that extends assets, over records of that register alone, against its
 * plain query.
 */
export async function measureRegisters(
  program: string[],
  count: number,
  printLine: (line: string) => void,
): Promise<void> {
  printLine(`\n| list of 100 out of ${count} | ours /s | floor /s | ratio | target | p50 ms | p99 ms |`);
  printLine('|---|---|---|---|---|---|---|');
  for (const register of listAssetRegisters()) printLine(await measureRegister(program, count, register));
}

async function measureRegister(program: string[], count: number, register: RegisterSeed): Promise<string> {
  const data = mkdtempSync(join(tmpdir(), 'millwright-register-'));
  try {
    const { token } = seedData(data, count, register.assettype);
    const floor = join(data, 'floor.db');
    copyFileSync(join(data, 'millwright.db'), floor);
    const servers = [
      await startAppliance('ours', program, data),
      await startBenchServer(
        'floor',
        [process.execPath, 'build/bench/list-floor.ts', floor, register.select],
        /floor on (\d+)/,
      ),
    ];
    const one = {
      name: register.path,
      request: (n: number, bearer: string) =>
        `GET /api${register.path}?per_page=100&page=${1 + (n % 5)} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${bearer}\r\nConnection: keep-alive\r\n\r\n`,
    };
    const [ours, bare] = await compareServers(one, token, servers);
    await Promise.all(servers.map(stopBenchServer));
    const { persecond, p50, p99 } = ours!.middle;
    const rates = [persecond, bare!.middle.persecond].map((rate) => rate.toFixed(0)).join(' | ');
    return `| ${register.path} | ${rates} | ${bare!.ratio.toFixed(2)} | >= ${TARGET} | ${p50.toFixed(1)} | ${p99.toFixed(1)} |`;
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}
