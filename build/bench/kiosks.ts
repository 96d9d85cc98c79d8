import type { Server } from './servers.ts';

const KIOSKS = 50;
const ROUNDS = 60;
const PARTS = 200;
const BOUND_MS = 50;

/**
 * Simulates a change of shift: fifty cabinets repeatedly take a part in the same moment. Prints the latency
 * in ms. About a quarter of the takes are of the same part. Each take changes a stock and its ledger
 * together.
 */
export async function measureKiosks(
  server: Server,
  token: string,
  printLine: (line: string) => void,
): Promise<void> {
  const url = `http://127.0.0.1:${server.port}/api`;
  const asAdmin = (method: string, path: string, body: object) =>
    fetchData(`${url}${path}`, method, { authorization: `Bearer ${token}` }, body);
  await asAdmin('PUT', '/settings/printedparts_kiosk_enabled', { value: 'true' });
  const codes = Array.from({ length: PARTS }, (_, n) => `BENCH-${n}`);
  for (const itemcode of codes) {
    const { itemid } = await asAdmin('POST', '/printedparts/items', { itemcode, lowstockthreshold: 10 });
    await asAdmin('POST', `/printedparts/items/${itemid}/receive`, { quantity: 1_000_000 });
  }
  const tokens: string[] = [];
  for (let n = 0; n < KIOSKS; n++) {
    const made = await asAdmin('POST', '/kioskdevices', { cabinetname: `Bench ${n}`, kind: 'printedparts' });
    tokens.push(String(made.secret));
  }
  let badge = 1000;
  const times: number[] = [];
  const take = async (secret: string, kiosk: number, round: number) => {
    const itemcode = codes[kiosk % 4 === 0 ? 0 : (kiosk * 7 + round) % PARTS]!;
    const began = performance.now();
    await fetchData(
      `${url}/printedparts/kiosk/take`,
      'POST',
      { 'x-kiosk-token': secret },
      { itemcode, quantity: 1, badge: String(++badge) },
    );
    if (round > 0) times.push(performance.now() - began);
  };
  for (let round = 0; round <= ROUNDS; round++)
    await Promise.all(tokens.map((secret, kiosk) => take(secret, kiosk, round)));
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(1);
  printLine(
    `\n| ${KIOSKS} kiosks taking at once | p50 ms | p99 ms | longest ms | bound of p99 |\n|---|---|---|---|---|`,
  );
  printLine(`| ${times.length} takes | ${at(0.5)} | ${at(0.99)} | ${at(1)} | < ${BOUND_MS} ms |`);
}

async function fetchData(
  address: string,
  method: string,
  headers: Record<string, string>,
  body: object,
): Promise<Record<string, unknown>> {
  const answer = await fetch(address, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { data } = (await answer.json()) as { data: Record<string, unknown> };
  if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${JSON.stringify(data)}`);
  return data;
}
