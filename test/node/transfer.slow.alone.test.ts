import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Appliance, startAppliance } from '../browser/harness.ts';
import { createFirstAdmin, post, readJsonResponse } from '../faults/process.ts';
import { prepareNodeBundle } from '../support/node-bundle.ts';

setDefaultTimeout(120_000);

const MB = 1024 * 1024;
const SIZE = 200 * MB;

let appliance: Appliance;
let headers: Record<string, string>;
let packages: string;
beforeAll(async () => {
  appliance = await startAppliance({ program: await prepareNodeBundle(), args: ['--no-tls'] });
  headers = await createFirstAdmin(appliance.url);
  const { data: app } = await readJsonResponse(
    await post(appliance.url, '/api/applications', headers, { appname: 'Large' }),
  );
  const versions = `/api/applications/${app.appid}/versions`;
  const { data: version } = await readJsonResponse(
    await post(appliance.url, versions, headers, { version: '1' }),
  );
  packages = `${versions}/${version.appversionid}/packages`;
});
afterAll(async () => {
  await appliance?.stop();
});

/** Returns the peak memory of the appliance in bytes. */
function peak(): number {
  const kilobytes = readFileSync(`/proc/${appliance.pid}/status`, 'utf8').match(/VmHWM:\s+(\d+) kB/)?.[1];
  return Number(kilobytes) * 1024;
}

/** Returns a stream of varying bytes that are generated on demand. */
function content(): { stream: ReadableStream<Uint8Array>; digest(): string } {
  const hash = createHash('sha256');
  let sent = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = new Uint8Array(MB).fill(sent / MB);
      hash.update(piece);
      controller.enqueue(piece);
      sent += piece.length;
      if (sent === SIZE) controller.close();
    },
  });
  return { stream, digest: () => hash.digest('hex') };
}

function upload(path: string, body: BodyInit, type = 'application/octet-stream'): Promise<Response> {
  const init = { method: 'POST', headers: { ...headers, 'content-type': type }, body, duplex: 'half' };
  return fetch(appliance.url + path, init);
}

test.if(process.platform === 'linux')(
  'a file of 200 MB is uploaded and downloaded with little memory',
  async () => {
    const before = peak();
    const { stream, digest } = content();
    const answer = await upload(`${packages}?filename=setup.bin`, stream);
    expect(answer.status).toBe(201);
    const { data } = await readJsonResponse(answer);
    expect([data.size, data.sha256]).toEqual([SIZE, digest()]);

    const address = `${appliance.url}/api/applications/package/${data.filename}`;
    const hash = createHash('sha256');
    const whole = await fetch(address, { headers });
    expect(whole.headers.get('content-length')).toBe(String(SIZE));
    for await (const piece of whole.body!) hash.update(piece);
    expect(hash.digest('hex')).toBe(data.sha256);

    const part = await fetch(address, { headers: { ...headers, range: `bytes=${5 * MB - 1}-${5 * MB}` } });
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes ${5 * MB - 1}-${5 * MB}/${SIZE}`,
    ]);
    expect([...new Uint8Array(await part.arrayBuffer())]).toEqual([4, 5]);
    expect(peak() - before).toBeLessThan(64 * MB);
  },
);

test('a picture in a form is accepted and served', async () => {
  const { data: model } = await readJsonResponse(
    await post(appliance.url, '/api/models', headers, { modelnumber: 'Pictured' }),
  );
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>';
  const form = new FormData();
  form.set('file', new File([svg], 'logo.svg'));
  const { 'content-type': _json, ...credentials } = headers;
  const init = { method: 'POST', headers: credentials, body: form };
  const { data } = await readJsonResponse(
    await fetch(`${appliance.url}/api/models/${model.modelnumberid}/image`, init),
  );
  const served = await fetch(`${appliance.url}/api/models/image/${data.filename}`);
  expect([served.headers.get('content-type'), await served.text()]).toEqual(['image/svg+xml', svg]);
});

test('an upload by an anonymous caller returns 401 before its body is read', async () => {
  let pulled = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new Uint8Array(MB));
      if (++pulled === SIZE / MB) controller.close();
    },
  });
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: stream,
    duplex: 'half',
  };
  expect((await fetch(`${appliance.url}${packages}?filename=x.bin`, init)).status).toBe(401);
  expect(pulled).toBeLessThan(SIZE / MB);
});
