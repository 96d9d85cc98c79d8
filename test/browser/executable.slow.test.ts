import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createHash, X509Certificate } from 'node:crypto';
import { connect } from 'node:tls';
import { prepareExecutable } from '../support/executable.ts';
import { walkFirstSteps } from './first-steps.ts';
import { type Appliance, type BrowserSession, openBrowser, startAppliance } from './harness.ts';

setDefaultTimeout(120_000);

let compiled: string;
let appliance: Appliance;
let session: BrowserSession;
beforeAll(async () => {
  compiled = prepareExecutable();
  appliance = await startAppliance({ program: [compiled] });
  session = await openBrowser();
});
afterEach(() => expect(session.problems.splice(0)).toEqual([]));
afterAll(async () => {
  await session?.close();
  await appliance?.stop();
});

test('the executable serves the UI from the setup wizard to a found asset', async () => {
  const opened = await walkFirstSteps(session.page, appliance.url);
  expect(opened.headers()['content-security-policy']).toContain("default-src 'self'; script-src 'self'");
  expect(opened.headers()['content-security-policy']).not.toContain('unsafe');
  expect(appliance.stderr()).toBe('');
});

test('the executable serves its API page', async () => {
  await session.page.goto(`${appliance.url}/api/docs`);
  await session.page.locator('.opblock-tag').first().click();
  await session.page.locator('.opblock-summary-path').first().waitFor();
});

test('the served certificate matches the pin and thumbprint of the doctor', async () => {
  const served = await readServedCertificate(new URL(appliance.url));
  const spki = served.publicKey.export({ type: 'spki', format: 'der' });
  const pin = createHash('sha256').update(spki).digest('base64');
  const doctor = Bun.spawnSync([compiled, 'doctor', '--data', appliance.data], { stdout: 'pipe' });
  expect(doctor.stdout.toString()).toContain(`SPKI SHA-256 pin: ${pin}`);
  const thumbprint = served.fingerprint.replaceAll(':', '').toLowerCase();
  expect(doctor.stdout.toString().toLowerCase()).toContain(`sha-1 thumbprint: ${thumbprint}`);
  expect(doctor.exitCode).toBe(0);
});

function readServedCertificate({ hostname, port }: URL): Promise<X509Certificate> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => {
      resolve(new X509Certificate(socket.getPeerCertificate().raw));
      socket.destroy();
    });
    socket.on('error', reject);
  });
}
