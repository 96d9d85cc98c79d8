import type { Server } from './servers.ts';

const ROWS = 10_000;

/** Prints the latency of other requests during long work: p50, p99 and maximum of reads and writes, in ms. */
export async function measureInterference(
  server: Server,
  token: string,
  printLine: (line: string) => void,
): Promise<void> {
  const url = `http://127.0.0.1:${server.port}`;
  const headers = { authorization: `Bearer ${token}` };
  const work: Record<string, () => Promise<unknown>> = {
    'export as CSV': () => fetch(`${url}/api/assets?format=csv`, { headers }).then((answer) => answer.text()),
    [`import of ${ROWS}, dry run`]: () => runImport(url, headers, true),
    [`import of ${ROWS}`]: () => runImport(url, headers, false),
    [`bulk edit of ${ROWS}`]: () =>
      fetch(`${url}/api/assets/bulk`, {
        method: 'PATCH',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({
          ids: Array.from({ length: ROWS }, (_, n) => n + 1),
          changes: { statusid: 2 },
        }),
      }).then((answer) => answer.text()),
  };
  printLine(
    '\n| beside | takes s | reads: p50 / p99 / longest ms | writes: p50 / p99 / longest ms |\n|---|---|---|---|',
  );
  for (const [name, begin] of Object.entries(work)) {
    const began = performance.now();
    const { reads, writes } = await measureBeside(url, headers, begin());
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    printLine(`| ${name} | ${seconds} | ${formatTimes(reads)} | ${formatTimes(writes)} |`);
  }
}

async function measureBeside(url: string, headers: Record<string, string>, work: Promise<unknown>) {
  let isDone = false;
  const ended = work.finally(() => {
    isDone = true;
  });
  const ask = async (request: () => Promise<Response>) => {
    const times: number[] = [];
    while (!isDone) {
      const began = performance.now();
      const answer = await request();
      await answer.text();
      if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
      times.push(performance.now() - began);
      await Bun.sleep(2);
    }
    return times.toSorted((a, b) => a - b);
  };
  const [reads, writes] = await Promise.all([
    ask(() => fetch(`${url}/api/assets/${1 + Math.floor(Math.random() * 1000)}`, { headers })),
    ask(() =>
      fetch(`${url}/api/vendors/1`, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ description: `At ${Math.random()}` }),
      }),
    ),
  ]);
  await ended;
  return { reads, writes };
}

function formatTimes(times: number[]): string {
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(1);
  return `${at(0.5)} / ${at(0.99)} / ${at(1)}`;
}

async function runImport(url: string, headers: Record<string, string>, dryrun: boolean): Promise<void> {
  const rows = Array.from({ length: ROWS }, (_, n) => `IMP-${n},Press number ${n}`);
  const form = new FormData();
  form.set('file', new File([`assetnumber,name\n${rows.join('\n')}\n`], 'presses.csv'));
  form.set('target', 'Machine');
  form.set('dryrun', String(dryrun));
  const answer = await fetch(`${url}/api/imports`, { method: 'POST', headers, body: form });
  if (answer.status !== 201) throw new Error(`The import: ${answer.status} ${await answer.text()}`);
}
