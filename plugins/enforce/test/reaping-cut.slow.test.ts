import { Database } from 'bun:sqlite';
import { expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Appliance, startAppliance } from '../../../test/browser/harness.ts';
import {
  createFirstAdmin,
  createScratchDirectory,
  post,
  readJsonResponse,
  runMillwright,
} from '../../../test/faults/process.ts';
import { computeSha256 } from './enforce-requests.ts';

setDefaultTimeout(120_000);

const data = createScratchDirectory('enforce-reaping');
const AREA = join(data, 'files/enforcepayloads');
const JOB = '/api/jobs/enforce.reap-payloads/run';
const SPARE = 40;

const start = () => startAppliance({ data, args: ['--no-tls'] });
const bytes = (n: number) => new Uint8Array(64 * 1024).fill(n);

async function send({ url }: Appliance, headers: Record<string, string>, entryid: number, n: number) {
  const answer = await fetch(`${url}/api/enforce/entries/${entryid}/payload?filename=a.exe`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: bytes(n),
  });
  expect(answer.status).toBe(201);
}

function blobs(): { sha256: string; filename: string }[] {
  const db = new Database(join(data, 'millwright.db'), { readonly: true });
  const rows = db
    .query<{ sha256: string; filename: string }, []>('SELECT sha256, filename FROM enforceblobs')
    .all();
  db.close();
  return rows;
}

/** Marks all payloads as unneeded since 2020. */
function age(): void {
  const db = new Database(join(data, 'millwright.db'));
  db.run("UPDATE enforceblobs SET unneededsince = '2020-01-01T00:00:00.000Z'");
  db.close();
}

/** Runs the job in a process that kills itself at this point and returns the signal. */
async function runUntilKilled(point: string): Promise<unknown> {
  const program = join(import.meta.dir, 'reap-until-killed.ts');
  const child = Bun.spawn([process.execPath, '--no-env-file', program, data, point], {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'inherit',
  });
  await child.exited;
  return child.signalCode;
}

test('a kill during the deletion job loses no referenced payload and lists no deleted one', async () => {
  const first = await start();
  const headers = await createFirstAdmin(first.url);
  const { scopeid } = (
    await readJsonResponse(await post(first.url, '/api/enforce/scopes', headers, { scopename: 'Cut' }))
  ).data;
  const path = `/api/enforce/scopes/${scopeid}/entries`;
  const [published, draft] = [
    (await readJsonResponse(await post(first.url, path, headers, { Name: 'Published', Type: 'EXE' }))).data,
    (await readJsonResponse(await post(first.url, path, headers, { Name: 'Draft', Type: 'EXE' }))).data,
  ];
  for (let n = 0; n <= SPARE; n += 1) await send(first, headers, draft.entryid, n);
  await send(first, headers, published.entryid, 100);
  await post(first.url, `/api/enforce/scopes/${scopeid}/publish`, headers, {});
  await send(first, headers, published.entryid, 101);
  await first.stop();
  // Payloads of the published revision and of the current drafts: none may be deleted.
  const named = [100, 101, SPARE].map((n) => computeSha256(bytes(n)));
  const before = blobs().length;
  age();
  for (const [point, isCommitted] of [
    ['commit', false],
    ['1', true],
  ] as const) {
    expect([point, await runUntilKilled(point)]).toEqual([point, 'SIGKILL']);
    const left = blobs();
    expect([point, left.length < before]).toEqual([point, isCommitted]);
    expect([point, readdirSync(AREA).length > left.length]).toEqual([point, isCommitted]);
    for (const one of named) expect(left.map((blob) => blob.sha256)).toContain(one);
    for (const { filename } of left)
      expect([point, filename, existsSync(join(AREA, filename))]).toEqual([point, filename, true]);
  }
  const last = await start();
  try {
    expect((await post(last.url, JOB, headers, {})).status).toBe(200);
    expect(
      blobs()
        .map((blob) => blob.sha256)
        .sort(),
    ).toEqual(named.sort());
    const doctor = await runMillwright('doctor', '--data', data, '--no-tls');
    expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringMatching(/audit log: \d+ rows, unbroken/)]);
  } finally {
    expect(await last.stop()).toBe(0);
  }
  expect(readdirSync(AREA).length).toBeGreaterThanOrEqual(named.length);
});
