import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { X509CertificateGenerator } from '@peculiar/x509';
import { saveCertificate } from '../src/kit/tls/certificate.ts';
import { startAppliance } from './browser/harness.ts';
import { createFirstAdmin, post } from './faults/process.ts';

setDefaultTimeout(120_000);

const folder = mkdtempSync(join(tmpdir(), 'millwright-strict-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const keyPair = () =>
  crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<CryptoKeyPair>;

/** Returns a certificate that a plant authority has issued, and its key. */
async function issueCertificate(): Promise<{ cert: string; key: string }> {
  const [authority, box] = await Promise.all([keyPair(), keyPair()]);
  const certificate = await X509CertificateGenerator.create({
    serialNumber: '01',
    subject: 'CN=localhost',
    issuer: 'CN=Authority of the plant',
    notBefore: new Date(Date.now() - 60_000),
    notAfter: new Date(Date.now() + 86_400_000),
    signingAlgorithm: algorithm,
    signingKey: authority.privateKey,
    publicKey: box.publicKey,
  });
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', box.privateKey)).toString('base64');
  return {
    cert: certificate.toString('pem'),
    key: `-----BEGIN PRIVATE KEY-----\n${key.match(/.{1,64}/g)!.join('\n')}\n-----END PRIVATE KEY-----\n`,
  };
}

/** Returns the strict-transport headers of the page and of one of its files. */
async function readHeaders(data: string, ...args: string[]): Promise<(string | null)[]> {
  const appliance = await startAppliance({ data, args });
  try {
    const page = await fetch(appliance.url, { tls: { rejectUnauthorized: false } });
    const script = /src="\.(\/index-[^"]+\.js)"/.exec(await page.text())![1];
    const file = await fetch(appliance.url + script, { tls: { rejectUnauthorized: false } });
    expect([page.status, file.status]).toEqual([200, 200]);
    return [page, file].map(({ headers }) => headers.get('strict-transport-security'));
  } finally {
    await appliance.stop();
  }
}

test('the HSTS header is sent only with an issued certificate and without a plain port', async () => {
  const data = join(folder, 'issued');
  saveCertificate(join(data, 'certs'), await issueCertificate());
  const strict = `max-age=${30 * 24 * 60 * 60}`;
  expect(await readHeaders(data)).toEqual([strict, strict]);
  // With HSTS, browsers would use HTTPS on the plain port too.
  expect(await readHeaders(data, '--http-port', '0')).toEqual([null, null]);
  expect(await readHeaders(data, '--no-tls')).toEqual([null, null]);
  expect(await readHeaders(join(folder, 'own'))).toEqual([null, null]);
});

test('the HSTS header follows a change of the certificate without a restart', async () => {
  const appliance = await startAppliance({ data: join(folder, 'changed') });
  const headers = await createFirstAdmin(appliance.url);
  const change = async (what: string, body: object) =>
    (await post(appliance.url, `/api/endpoints/settings/server-cert/${what}`, headers, body)).status;
  const strict = async () => {
    const page = await fetch(`${appliance.url}/`, { tls: { rejectUnauthorized: false } });
    return page.headers.get('strict-transport-security');
  };
  try {
    expect(await strict()).toBeNull();
    const { cert, key } = await issueCertificate();
    expect(await change('upload', { certificate: cert, key })).toBe(200);
    expect(await strict()).toBe(`max-age=${30 * 24 * 60 * 60}`);
    expect(await change('generate', { commonname: 'localhost' })).toBe(200);
    expect(await strict()).toBeNull();
  } finally {
    await appliance.stop();
  }
});
