import { afterAll, beforeAll, expect, test } from 'bun:test';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { type CertificatePair, generateCertificate } from '../../src/kit/tls/certificate.ts';
import { type Site, startSite } from '../support/site.ts';

const UPLOAD = '/api/endpoints/settings/server-cert/upload';
const names = { commonname: 'plant-server', sans: ['localhost'] };
const DAY = 86_400_000;
const TOO_MUCH = 10 * 1024 * 1024;

let site: Site;
beforeAll(async () => {
  site = await startSite({ config: { tls: true } });
});
afterAll(() => site.stop());

const certs = () => join(site.data, 'certs');

async function standing() {
  return {
    served: await readServedCertificate(),
    file: readFileSync(join(certs(), 'server.pem'), 'utf8'),
    folder: readdirSync(certs()).sort(),
  };
}

function readServedCertificate(): Promise<string> {
  return new Promise((resolve, reject) => {
    const port = Number(new URL(site.url).port);
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(new X509Certificate(socket.getPeerCertificate().raw).fingerprint);
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

const make = (at = new Date(), validitydays = 30) => generateCertificate({ ...names, validitydays }, at);

function createLockedKey(): string {
  return generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' },
  }).privateKey;
}

const keyOf = (namedCurve: string): string =>
  generateKeyPairSync('ec', {
    namedCurve,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey;

/** Returns pairs that must not be served, each with the field of the error and a pattern of its message. */
async function createRefusedPairs(): Promise<[string, RegExp, CertificatePair][]> {
  const [good, other] = [await make(), await make()];
  const past = await make(new Date(Date.now() - 60 * DAY));
  const future = await make(new Date(Date.now() + 10 * DAY));
  return [
    ['key', /does not belong/, { cert: good.cert, key: other.key }],
    ['key', /password/, { cert: good.cert, key: createLockedKey() }],
    ['key', /damaged/, { cert: good.cert, key: good.key.replace(/\n..../, '\nAAAA') }],
    ['key', /P-256, P-384/, { cert: good.cert, key: keyOf('P-521') }],
    ['key', /not a PEM key/, { cert: good.cert, key: 'nonsense' }],
    ['key', /100 kB|too long/, { cert: good.cert, key: good.key + 'A'.repeat(200_000) }],
    ['certificate', /not a PEM certificate/, { cert: 'nonsense', key: good.key }],
    ['certificate', /expired/, past],
    ['certificate', /not valid before/, future],
    ['certificate', /wrong order/, { cert: other.cert + good.cert, key: good.key }],
    ['certificate', /did not issue/, { cert: good.cert + other.cert, key: good.key }],
    ['certificate', /more than 10/, { cert: good.cert.repeat(11), key: good.key }],
    ['certificate', /at most 100 kB|too long/, { cert: good.cert + 'A'.repeat(TOO_MUCH), key: good.key }],
  ];
}

const asForm = ({ cert, key }: CertificatePair) => {
  const form = new FormData();
  form.set('certificate', new File([cert], 'server.crt'));
  form.set('key', new File([key], 'server.key'));
  return form;
};

test('an invalid pair does not replace the served one, and no response contains the key', async () => {
  const before = await standing();
  for (const [field, reason, pair] of await createRefusedPairs()) {
    for (const answer of [
      await site.admin.post(UPLOAD, { certificate: pair.cert, key: pair.key }),
      await site.admin.upload(UPLOAD, asForm(pair)),
    ]) {
      const { issues = [] } = answer.error?.details ?? {};
      expect([answer.status, issues[0]?.path]).toEqual([400, field]);
      expect(issues[0].message).toMatch(reason);
      expect(answer.text).not.toContain(pair.key.split('\n').at(1) ?? pair.key);
    }
    expect(await standing()).toEqual(before);
  }
});

test('the key of an accepted pair is in no response, log, audit row or table', async () => {
  const pair = await make();
  const { status, text } = await site.admin.post(UPLOAD, { certificate: pair.cert, key: pair.key });
  expect(status).toBe(200);
  const lines = pair.key.split('\n').filter((line) => line.length > 20 && !line.startsWith('-----'));
  const audit = (await site.admin.get('/api/auditlogs?per_page=100')).text;
  site.app.host.db.commit();
  const database = readdirSync(site.data)
    .filter((name) => name.startsWith('millwright.db'))
    .map((name) => readFileSync(join(site.data, name), 'latin1'))
    .join();
  const log = JSON.stringify(site.log);
  for (const line of lines)
    for (const place of [text, audit, log, database]) expect(place).not.toContain(line.slice(0, 20));
  expect(database).toContain('servercertificates');
});

test('a body without a pair returns 400 and changes nothing', async () => {
  const after = await standing();
  for (const body of ['', '{}', '[]', 'null', '{"certificate":[],"key":{}}', '{"certificate":']) {
    const { status } = await site.admin
      .with({ 'content-type': 'application/json' })
      .raw('POST', UPLOAD, body);
    expect([body, status]).toEqual([body, 400]);
  }
  const strange = new FormData();
  strange.set('certificate', 'a');
  strange.set('other', new File(['b'], 'b'));
  expect((await site.admin.upload(UPLOAD, strange)).status).toBe(400);
  expect(await standing()).toEqual(after);
});
