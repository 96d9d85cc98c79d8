import { expect, setDefaultTimeout, test } from 'bun:test';
import { type Appliance, startAppliance } from '../../../test/browser/harness.ts';
import {
  createFirstAdmin,
  createScratchDirectory,
  post,
  readJsonResponse,
  runMillwright,
} from '../../../test/faults/process.ts';
import { eventually } from '../../../test/support/receivers.ts';
import { buildTextEntry, computeSha256 } from './enforce-requests.ts';

setDefaultTimeout(120_000);

const data = createScratchDirectory('enforce-cut');
const MB = 1024 * 1024;

const start = () => startAppliance({ data, args: ['--no-tls'] });

/** Creates a service token and returns its header. */
async function callers({ url }: Appliance, headers: Record<string, string>) {
  const made = await post(url, '/api/apitokens', headers, {
    name: 'x',
    service: true,
    scopes: ['enforce.fetch'],
  });
  return { 'x-api-key': (await readJsonResponse(made)).data.secret as string };
}

test('a kill during publishing and uploading loses no confirmed revision and stores no partial payload', async () => {
  const first = await start();
  const headers = await createFirstAdmin(first.url);
  const pc = await callers(first, headers);
  const scope = await readJsonResponse(
    await post(first.url, '/api/enforce/scopes', headers, { scopename: 'Cut' }),
  );
  const { scopeid } = scope.data;
  const path = `/api/enforce/scopes/${scopeid}`;
  await post(first.url, `${path}/entries`, headers, buildTextEntry('Line'));
  const setup = await readJsonResponse(
    await post(first.url, `${path}/entries`, headers, { Name: 'Setup', Type: 'EXE', isenabled: false }),
  );
  const published: { revision: number; etag: string }[] = [];
  let cut: Promise<void> | undefined;
  const publishing = async () => {
    while (!cut) {
      const answer = await post(first.url, `${path}/publish`, headers, {}).catch(() => undefined);
      if (answer?.status !== 200) return;
      published.push((await readJsonResponse(answer)).data);
      if (published.length >= 150) cut ??= first.kill();
    }
  };
  let sent = 0;
  const uploading = fetch(`${first.url}/api/enforce/entries/${setup.data.entryid}/payload?filename=a.exe`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: new ReadableStream({
      async pull(controller) {
        sent += MB;
        controller.enqueue(new Uint8Array(MB).fill(sent / MB));
        // Waits for publishing from here on, so that the upload is not complete at the kill.
        const before = published.length;
        if (sent > 20 * MB)
          await eventually(() => cut !== undefined || published.length > before, 'another revision');
      },
    }),
  }).then(
    ({ status }) => status,
    () => 'broken off',
  );
  await Promise.all([publishing(), publishing(), publishing(), publishing()]);
  await cut;
  expect(published.length).toBeGreaterThanOrEqual(150);
  expect(await uploading).toBe('broken off');
  expect(sent).toBeGreaterThan(MB);

  const again = await start();
  try {
    const read = async (at: string, as: Record<string, string>) => fetch(again.url + at, { headers: as });
    const { data: after } = await readJsonResponse(await read(path, headers));
    expect(after.entries.find((one: { Name: string }) => one.Name === 'Setup').haspayload).toBe(false);
    const storedEtags = new Map<number, string>();
    for (let page = 1; ; page++) {
      const { data, meta } = await readJsonResponse(
        await read(`${path}/history?per_page=100&page=${page}`, headers),
      );
      for (const { revision, etag } of data) storedEtags.set(revision, etag);
      if (page >= meta.pagination.pages) break;
    }
    expect(published.filter(({ revision, etag }) => storedEtags.get(revision) !== etag)).toEqual([]);
    expect([...storedEtags.keys()].sort((a, b) => a - b)).toEqual(
      Array.from({ length: storedEtags.size }, (_, n) => n + 1),
    );
    const served = await read('/api/enforce/manifest?pctype=Cut', pc);
    const body = await served.text();
    expect([JSON.parse(body).Revision, served.headers.get('etag')]).toEqual([
      storedEtags.size,
      `"${computeSha256(body)}"`,
    ]);
    const { data: next } = await readJsonResponse(await post(again.url, `${path}/publish`, headers, {}));
    expect(next.revision).toBe(storedEtags.size + 1);
    const doctor = await runMillwright('doctor', '--data', data, '--no-tls');
    expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringMatching(/audit log: \d+ rows, unbroken/)]);
  } finally {
    expect(await again.stop()).toBe(0);
  }
});
