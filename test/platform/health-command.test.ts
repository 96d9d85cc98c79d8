import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { generateCertificate, saveCertificate } from '../../src/kit/tls/certificate.ts';
import { version } from '../../src/kit/version.ts';
import { type Appliance, startAppliance } from '../browser/harness.ts';
import { createScratchDirectory, runMillwright } from '../faults/process.ts';

setDefaultTimeout(120_000);
const scratch = createScratchDirectory('health');
let appliance: Appliance;
let port: string;

beforeAll(async () => {
  const args = ['--base-path', '/sub'];
  appliance = await startAppliance({ data: join(scratch, 'data'), args });
  port = new URL(appliance.url).port;
});
afterAll(() => appliance.stop());

const ask = (data: string, ...flags: string[]) =>
  runMillwright('health', '--data', data, '--host', '127.0.0.1', ...flags);

test('the health command exits with 0 and one sentence when the server is healthy', async () => {
  expect(await ask(appliance.data, '--port', port, '--base-path', '/sub')).toEqual({
    code: 0,
    stdout: `Millwright ${version} is healthy.\n`,
    stderr: '',
  });
});

test('the health command exits with 1 when the path, the port or the scheme is wrong', async () => {
  const notFound = await ask(appliance.data, '--port', port);
  expect([notFound.code, notFound.stderr]).toEqual([
    1,
    'Millwright is not healthy: It returned status 404.\n',
  ]);
  const free = await freePort();
  const refused = await ask(appliance.data, '--port', free);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    `Millwright is not healthy: Nothing listens on 127.0.0.1, port ${free}.\n`,
  ]);
  expect(await ask(appliance.data, '--port', port, '--no-tls')).toMatchObject({ code: 1, stdout: '' });
});

test('the health command trusts only the certificate in the data directory', async () => {
  const missing = await ask(join(scratch, 'missing'), '--port', port);
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('There is no certificate in ')]);
  const other = join(scratch, 'other');
  cpSync(join(appliance.data, 'certs'), join(other, 'certs'), { recursive: true });
  saveCertificate(join(other, 'certs'), await generateCertificate({ commonname: 'x', sans: ['127.0.0.1'] }));
  const foreign = await ask(other, '--port', port, '--base-path', '/sub');
  expect([foreign.code, foreign.stderr]).toEqual([
    1,
    `Millwright is not healthy: Port ${port} presents a different certificate than the one in ${other}.\n`,
  ]);
});

test('the health command exits with 1 when another program responds at the port', async () => {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('hello') });
  try {
    const { code, stderr } = await ask(scratch, '--no-tls', '--port', String(server.port));
    expect([code, stderr]).toEqual([1, 'Millwright is not healthy: Another program uses its port.\n']);
  } finally {
    await server.stop(true);
  }
});

test('the health command exits with 2 when a flag is wrong', async () => {
  for (const flags of [['--prot', '1'], ['--port', 'x'], ['--port', '0'], ['--port']])
    expect([flags, (await runMillwright('health', ...flags)).code]).toEqual([flags, 2]);
});

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port: free } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return String(free);
}
