import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedData } from './seed.ts';
import { type Server, startAppliance, stopBenchServer } from './servers.ts';

const REPETITIONS = 40;

/**
 * Typical requests to a large register. `n` varies the parameters, so that not all responses come from
 * caches.
 */
const QUESTIONS: Record<string, (n: number, assets: number) => string> = {
  'first page': (n) => `/api/assets?per_page=${25 + (n % 5)}`,
  'page 100, by name': (n) => `/api/assets?sort=name&page=${100 + n}`,
  'one filter': (n) => `/api/assets?locationid=${1 + n}`,
  'two filters': (n) => `/api/assets?statusid=${1 + (n % 4)}&typeid=${1 + (n % 7)}&per_page=100`,
  'three filters': (n) => `/api/assets?statusid=${1 + (n % 4)}&typeid=${1 + (n % 7)}&vendorid=${1 + n}`,
  'filter: one of several statuses': (n) => `/api/assets?statusid__in=${1 + (n % 4)},${1 + ((n + 1) % 4)}`,
  'filter: not in a location': (n) => `/api/assets?locationid__not=${1 + n}`,
  'filter: name of the vendor': (n) => `/api/assets?vendor__contains=maker%20${1 + (n % 50)}`,
  'filter: serial number contains': (n) => `/api/assets?serialnumber__contains=${1000 + n}`,
  'filter: created in the last days': (n) => `/api/assets?createddate__last=${1 + n}d`,
  'filter: cost and day of the purchase': (n) =>
    `/api/assets?purchasecost__gte=${4000 + n}&purchasedate__lte=20${16 + (n % 8)}-06-30`,
  'sort by a value without an index': (n) =>
    `/api/computers?sort=${['serialnumber', 'osid', 'ipaddress', 'businessunitid'][n % 4]}&page=${1 + (n % 3)}`,
  'sort by name, with a filter': (n) => `/api/assets?sort=name&dir=desc&statusid__in=${1 + (n % 4)},9`,
  'groups of a list': (n) =>
    `/api/registers/assets/groups?field=${['locationid', 'vendorid', 'purchasedate'][n % 3]}`,
  'everything that is due': (n) => `/api/dashboard/due?per_page=${25 + (n % 5)}`,
  'search of a list': (n) => `/api/assets?search=SN${100 + n}`,
  'search of a list, many hits': (n) => `/api/assets?search=hall%20${10 + (n % 30)}`,
  'search of a list, two letters': (n) => `/api/assets?search=${10 + n}`,
  'search of a list, one letter': (n) => `/api/assets?search=${'abcdefghijklmnopqrstuvwxyz'[n % 26]}`,
  'search of a list, in every record': (n) =>
    `/api/assets?search=${['number', 'asset', 'of hall', 'asse'][n % 4]}`,
  'search of a list, two words': (n) => `/api/assets?search=asset%20hall%20${10 + (n % 30)}`,
  'search of a list, by field': (n) =>
    `/api/assets?search=${['type:machine', 'in:hall', 'has:location', '-has:vendor', 'location:1', 'vendor:a|b'][n % 6]}`,
  'search of a list, by date or number': (n) =>
    `/api/assets?search=${['cost>100', 'cost>4998', 'purchasedate:2024', 'purchasedate:2024-06-30', 'hall%20purchasedate<2020', 'createddate:today'][n % 6]}`,
  'search of a list, one digit with a filter': (n) => `/api/assets?search=${n % 10}&statusid=${1 + (n % 4)}`,
  'list of computers': (n) => `/api/computers?page=${1 + (n % 5)}`,
  'search of the computers': (n) =>
    `/api/computers?search=${['asset', 'hall', 'has:location', 'hall%2012', '1', 'hall%20purchasedate<2020'][n % 6]}`,
  'search of a list, no hits': (n) => `/api/assets?search=unknown${n}`,
  'search of everything': (n, assets) => `/api/search?q=A-${String((n * 7919) % assets).padStart(6, '0')}`,
  'search of everything, many hits': (n) =>
    `/api/search?q=${['asset', 'number hall', 'a', 'hall -10'][n % 4]}`,
  'search of everything, by field': (n) =>
    `/api/search?q=${['type:machine', 'in:hall', 'has:location', '-has:vendor'][n % 4]}`,
  'search of everything, by date or number': (n) =>
    `/api/search?q=${['cost>100', 'cost>4998', 'purchasedate:2024-06', 'hall%20purchasedate<2020', 'createddate:today'][n % 5]}`,
  'completion of a search': (n) =>
    `/api/search/completions?q=${['stat', 'has:', 'type:', 'in:hall', 'location:1', 'serialnumber:'][n % 6]}`,
  'completion of a search of a list': (n) =>
    `/api/search/completions?list=machines&q=${['loc', 'in:', 'type:m', 'assetnumber:a'][n % 4]}`,
  'search of everything, no hits': (n) => `/api/search?q=unknown${n}`,
  summary: () => '/api/dashboard/summary',
};

/**
 * Prints p50 and p95 of each request at each size, in milliseconds. An asset is changed before each request.
 */
export async function measureGrowth(
  program: string[],
  sizes: number[],
  printLine: (line: string) => void,
): Promise<void> {
  const table = new Map<string, string[]>(Object.keys(QUESTIONS).map((name) => [name, []]));
  const exports: string[] = [];
  for (const assets of sizes) {
    const data = mkdtempSync(join(tmpdir(), 'millwright-growth-'));
    try {
      const { token } = seedData(data, assets);
      const server = await startAppliance('growth', program, data);
      for (const [name, question] of Object.entries(QUESTIONS))
        table.get(name)!.push(await measureQuestion(server, token, (n) => question(n, assets)));
      exports.push(await measureExport(server, token));
      await stopBenchServer(server);
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  }
  printLine(`\n| p50 / p95 ms, a write before each | ${sizes.map((size) => `${size} assets`).join(' | ')} |`);
  printLine(`|---|${sizes.map(() => '---').join('|')}|`);
  for (const [name, cells] of table) printLine(`| ${name} | ${cells.join(' | ')} |`);
  printLine(`| export of all as CSV | ${exports.join(' | ')} |`);
}

async function measureQuestion(
  server: Server,
  token: string,
  question: (n: number) => string,
): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const times: number[] = [];
  for (let n = 0; n < REPETITIONS + 3; n++) {
    // Changing an asset invalidates the cached counts, so that no measured response uses them.
    await fetch(`http://127.0.0.1:${server.port}/api/assets/1`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ notes: `${n} ${Math.random()}` }),
    });
    const began = performance.now();
    const answer = await fetch(`http://127.0.0.1:${server.port}${question(n)}`, { headers });
    await answer.text();
    if (!answer.ok) throw new Error(`${question(n)}: ${answer.status}`);
    // The first requests are ignored, because the caches of the machine are still in the state after seeding.
    if (n >= 3) times.push(performance.now() - began);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]!.toFixed(1);
  return `${at(0.5)} / ${at(0.95)}`;
}

async function measureExport(server: Server, token: string): Promise<string> {
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/assets?format=csv`, {
    headers: { authorization: `Bearer ${token}` },
  });
  let bytes = 0;
  for await (const chunk of answer.body!) bytes += chunk.byteLength;
  return `${((performance.now() - began) / 1000).toFixed(1)} s, ${(bytes / 1e6).toFixed(0)} MB`;
}
