import { mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Case } from './cases.ts';
import { compareServers } from './compare.ts';
import { readResidentMegabytes, type Server, startBenchServer, stopBenchServer } from './servers.ts';

const ENTRIES = 40;
const DOWNLOADS = 50;
const PAYLOAD_MB = 512;
const BOUND_MB = 150;
const WATCH_MS = 20;

/** Measures a fleet that polls its manifests, and fifty PCs that download a large payload at once. */
export async function measureEnforce(
  server: Server,
  token: string,
  printLine: (line: string) => void,
): Promise<void> {
  const idle = readResidentMegabytes(server);
  const url = `http://127.0.0.1:${server.port}/api`;
  const asAdmin = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: Record<string, unknown> }).data;
  };
  await asAdmin('PUT', '/settings/enforce_allowed_cidrs', { value: '127.0.0.0/8' });
  await asAdmin('PUT', '/settings/enforce_payload_per_minute', { value: String(DOWNLOADS * 2) });
  const { scopeid } = await asAdmin('POST', '/enforce/scopes', { scopename: 'bench' });
  for (let n = 0; n < ENTRIES; n++)
    await asAdmin('POST', `/enforce/scopes/${scopeid}/entries`, {
      Name: `Entry ${n}`,
      Type: 'CMD',
      InstallArgs: `echo ${n}`,
    });
  const { entryid } = await asAdmin('POST', `/enforce/scopes/${scopeid}/entries`, {
    Name: 'Large',
    Type: 'EXE',
  });
  const sha256 = await largePayload(`${url}/enforce/entries/${entryid}/payload?filename=large.exe`, token);
  await asAdmin('POST', `/enforce/scopes/${scopeid}/publish`, {});
  await manifests(server, `${url}/enforce/manifest?pctype=bench`, printLine);
  await downloads(server, `${url}/enforce/payload/${sha256}`, idle, printLine);
}

/** Uploads a file of the maximum size and returns its hash. */
async function largePayload(address: string, token: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-bench-payload-'));
  try {
    const path = join(folder, 'large.exe');
    const file = openSync(path, 'w');
    for (let n = 0; n < PAYLOAD_MB; n++)
      writeSync(file, crypto.getRandomValues(new Uint8Array(65_536)), 0, 65_536, n * 1048576 + 983_040);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' };
    const answer = await fetch(address, { method: 'POST', headers, body: Bun.file(path) });
    const { data } = (await answer.json()) as { data: { PayloadSha256: string } };
    if (!answer.ok) throw new Error(`The payload was refused: ${answer.status} ${JSON.stringify(data)}`);
    return data.PayloadSha256;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function manifests(server: Server, address: string, printLine: (line: string) => void): Promise<void> {
  const etag = (await fetch(address)).headers.get('etag')!;
  const floor = await startBenchServer(
    'floor',
    [process.execPath, 'build/bench/manifest-floor.ts', etag],
    /floor on (\d+)/,
  );
  const unchanged: Case = {
    name: 'manifest that the PC has already',
    request: () =>
      `GET /api/enforce/manifest?pctype=bench HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\nIf-None-Match: ${etag}\r\n\r\n`,
  };
  const [ours, bare] = await compareServers(unchanged, '', [{ ...server, token: undefined }, floor]);
  await stopBenchServer(floor);
  printLine(
    '\n| manifest with If-None-Match | ours /s | floor /s | ratio | p99 ms | target |\n|---|---|---|---|---|---|',
  );
  const figures = [ours!.middle.persecond, bare!.middle.persecond].map((one) => one.toFixed(0)).join(' | ');
  printLine(`| 304 | ${figures} | ${bare!.ratio.toFixed(2)} | ${ours!.middle.p99.toFixed(1)} | >= 0.5 |`);
}

async function downloads(
  server: Server,
  address: string,
  idle: number,
  printLine: (line: string) => void,
): Promise<void> {
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, readResidentMegabytes(server));
  }, WATCH_MS);
  const began = performance.now();
  const sizes = await Promise.all(Array.from({ length: DOWNLOADS }, () => sizeOf(address)));
  clearInterval(watch);
  const seconds = (performance.now() - began) / 1000;
  if (sizes.some((size) => size !== PAYLOAD_MB * 1048576)) throw new Error('A download came short.');
  printLine('\n| downloads at once | seconds | MB/s | MB over idle | bound |\n|---|---|---|---|---|');
  const rate = ((DOWNLOADS * PAYLOAD_MB) / seconds).toFixed(0);
  printLine(
    `| ${DOWNLOADS} of ${PAYLOAD_MB} MB | ${seconds.toFixed(1)} | ${rate} | ${(most - idle).toFixed(0)} | < ${BOUND_MB} |`,
  );
}

async function sizeOf(address: string): Promise<number> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`A download was refused: ${answer.status}`);
  let size = 0;
  for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>) size += part.byteLength;
  return size;
}
