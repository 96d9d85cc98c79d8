import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { createSystemContext } from '../../../src/kit/data/tx.ts';
import { makeRoot, runOpenssl } from '../../../test/support/openssl.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import { CertificateChanges } from '../certificate/change.ts';
import { signingRequestInput } from '../certificate/request-schemas.ts';
import { CertificateRequests } from '../certificate/requests.ts';

const PATH = '/api/endpoints/settings/server-cert';
const NAMES = { commonname: 'plant-server', sans: ['localhost', '127.0.0.1'] };
let site: Site;
let folder: string;
beforeAll(async () => {
  site = await startSite({ config: { tls: true } });
  folder = mkdtempSync(join(tmpdir(), 'authority-'));
  makeRoot(folder);
  openssl(
    'req',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    'issuing.key',
    '-out',
    'issuing.csr',
    '-subj',
    '/CN=Plant Issuing',
  );
  writeFileSync(join(folder, 'ca.ext'), 'basicConstraints=critical,CA:true\n');
  sign('issuing.csr', 'root', 'issuing.pem', 'ca.ext');
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(async () => {
  await site.admin.delete(`${PATH}/request`);
  await site.admin.delete(`${PATH}/next`);
});

const openssl = (...words: string[]): string => runOpenssl(folder, ...words);
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** Signs a request with an authority. The extensions come from a file or from the request. */
function sign(csr: string, authority: string, out: string, extensions?: string): void {
  const copied = extensions ? ['-extfile', extensions] : ['-copy_extensions', 'copy'];
  openssl(
    'x509',
    '-req',
    '-in',
    csr,
    '-CA',
    `${authority}.pem`,
    '-CAkey',
    `${authority}.key`,
    '-CAcreateserial',
    '-days',
    '20',
    '-out',
    out,
    ...copied,
  );
}

const ask = (more: object = {}) => site.admin.post(`${PATH}/request`, { ...NAMES, ...more });
/** Returns the pending request, or null. */
const waiting = async () => JSON.parse((await site.admin.get(`${PATH}/request`)).text).data;
const take = (certificate: string, more: object = {}) =>
  site.admin.post(`${PATH}/request/certificate`, { certificate, ...more });

/** Signs the request and returns the certificate. The default authority is the one below the root. */
function issue(csr: string, authority = 'issuing'): string {
  writeFileSync(join(folder, 'server.csr'), csr);
  sign('server.csr', authority, 'server.pem');
  return read('server.pem');
}

/** Signs the request and returns the certificate followed by that of its issuer. */
const issueChain = (csr: string): string => issue(csr) + read('issuing.pem');

/** Returns the certificate of the server to a client that trusts only the root of the plant. */
const connectVerified = (): Promise<X509Certificate> =>
  new Promise((resolve, reject) => {
    const port = Number(new URL(site.url).port);
    const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca: read('root.pem') });
    socket.once('error', reject).once('secureConnect', () => {
      resolve(new X509Certificate(socket.getPeerCertificate().raw));
      socket.destroy();
    });
  });

test('a request contains the names as openssl reads them and never its key', async () => {
  const { status, data, text } = await ask({
    organization: 'Käfer & Söhne',
    organizationalunit: '#1',
    locality: 'Ulm',
    state: 'BW',
    country: 'de',
  });
  expect(status).toBe(201);
  writeFileSync(join(folder, 'shown.csr'), data.csr);
  const output = openssl(
    'req',
    '-in',
    'shown.csr',
    '-noout',
    '-text',
    '-verify',
    '-nameopt',
    'utf8,sep_comma_plus_space',
  );
  expect(output).toContain('C=DE, ST=BW, L=Ulm, O=Käfer & Söhne, OU=#1, CN=plant-server');
  expect(output).toContain('DNS:plant-server, DNS:localhost, IP Address:127.0.0.1');
  expect(output).toContain('TLS Web Server Authentication');
  expect(text).not.toContain('PRIVATE KEY');
  expect(await waiting()).toEqual(data);
  expect(statSync(join(site.data, 'certs/request.json')).mode & 0o777).toBe(0o600);
  const [row] = (await site.admin.get('/api/auditlogs?action=endpoints.cert_request.created')).data;
  expect(JSON.stringify(row)).not.toContain('PRIVATE');
});

test('the server uses a certificate with its chain, and clients that trust the authority accept it', async () => {
  const { data } = await ask();
  const certificate = issue(data.csr);
  const taken = await take(read('root.pem') + read('issuing.pem') + certificate);
  expect([taken.status, taken.data.issuer, taken.data.selfsigned]).toEqual([
    200,
    expect.stringContaining('Plant Issuing'),
    false,
  ]);
  expect((await connectVerified()).fingerprint256).toBe(new X509Certificate(certificate).fingerprint256);
  expect(await waiting()).toBeNull();
  const [row] = (await site.admin.get('/api/auditlogs?action=endpoints.server_cert.issued')).data;
  expect(row.details.thumbprint).toBe(taken.data.thumbprint);
});

test.each([
  ['certificate and issuer', ['server', 'issuing']],
  ['issuer and certificate', ['issuing', 'server']],
  ['certificate, root and issuer', ['server', 'root', 'issuing']],
  ['root, certificate and issuer', ['root', 'server', 'issuing']],
])('clients that trust the root accept a certificate that was entered as %s', async (_what, files) => {
  const { data } = await ask();
  const certificate = issue(data.csr);
  expect((await take(files.map((name) => read(`${name}.pem`)).join(''))).status).toBe(200);
  expect((await connectVerified()).fingerprint256).toBe(new X509Certificate(certificate).fingerprint256);
});

test('the server rejects a certificate without its issuer unless the devices trust the issuer', async () => {
  const { data } = await ask();
  const certificate = issue(data.csr);
  // An authority that did not issue the certificate does not complete the chain.
  for (const answer of [certificate, certificate + read('root.pem')]) {
    const { status, error } = await take(answer);
    expect([status, error.code, error.details.issues]).toEqual([
      400,
      'VALIDATION_ERROR',
      [
        {
          path: 'certificate',
          message:
            'The certificate of the issuer "Plant Issuing" is missing. Add the intermediate certificates, or export the certificate with its chain (PKCS #7).',
        },
        { path: 'withoutchain', message: 'Select this only when all devices trust the issuer directly.' },
      ],
    ]);
  }
  expect((await waiting()).csr).toBe(data.csr);
  expect((await take(certificate, { withoutchain: true })).data.issuer).toContain('Plant Issuing');
  expect(await waiting()).toBeNull();
  await expect(connectVerified()).rejects.toThrow('unable to verify the first certificate');
});

test('the server accepts a certificate of a root with that root, or when the devices trust the root', async () => {
  const withRoot = await ask();
  expect((await take(issue(withRoot.data.csr, 'root') + read('root.pem'))).status).toBe(200);
  await connectVerified();
  const alone = await ask();
  const certificate = issue(alone.data.csr, 'root');
  const refused = await take(certificate);
  expect([refused.status, refused.error.message]).toEqual([
    400,
    expect.stringContaining('issuer "Plant Root" is missing'),
  ]);
  expect((await take(certificate, { withoutchain: true })).status).toBe(200);
  expect((await connectVerified()).fingerprint256).toBe(new X509Certificate(certificate).fingerprint256);
});

test('the server accepts a self-signed certificate without an issuer', async () => {
  const { data } = await ask();
  writeFileSync(join(folder, 'server.csr'), data.csr);
  const { key } = JSON.parse(readFileSync(join(site.data, 'certs/request.json'), 'utf8'));
  writeFileSync(join(folder, 'server.key'), key);
  openssl('x509', '-req', '-in', 'server.csr', '-signkey', 'server.key', '-days', '20', '-out', 'server.pem');
  expect((await take(read('server.pem'))).data.selfsigned).toBeTrue();
});

test.each([
  ['PKCS #7 in PEM', () => read('chain.p7b')],
  ['PKCS #7 in PEM of Windows', () => read('chain.p7b').replaceAll('PKCS7', 'CERTIFICATE')],
  ['PKCS #7 in base64', () => read('chain.p7b').replace(/-----.*-----/g, '')],
])('the server accepts a certificate as %s', async (_what, answer) => {
  const { data } = await ask({ keytype: 'rsa-2048' });
  writeFileSync(join(folder, 'all.pem'), issueChain(data.csr) + read('root.pem'));
  openssl('crl2pkcs7', '-nocrl', '-certfile', 'all.pem', '-out', 'chain.p7b');
  expect((await take(answer())).status).toBe(200);
  expect((await connectVerified()).publicKey.asymmetricKeyType).toBe('rsa');
});

test('the server finds the issuer by its signature when two authorities have the same name', async () => {
  const files = (name: string) => ['-keyout', `${name}.key`, '-out', `${name}.pem`, '-subj', '/CN=Renewed'];
  for (const name of ['before', 'renewed'])
    openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files(name));
  writeFileSync(join(folder, 'plain.ext'), 'authorityKeyIdentifier=none\nsubjectAltName=DNS:localhost\n');
  writeFileSync(join(folder, 'server.csr'), (await ask()).data.csr);
  sign('server.csr', 'renewed', 'server.pem', 'plain.ext');
  expect((await take(read('server.pem') + read('before.pem') + read('renewed.pem'))).status).toBe(200);
});

test('the server accepts a single certificate in base64', async () => {
  const { data } = await ask();
  const base64 = issue(data.csr).replace(/-----.*-----/g, '');
  expect((await take(base64, { withoutchain: true })).status).toBe(200);
});

test('a request with the current key keeps the pin of the server', async () => {
  const first = await ask();
  await take(issueChain(first.data.csr));
  const { spkipin } = (await site.admin.get(PATH)).data;
  const { data } = await ask({ keepkey: true });
  expect(data.keptkey).toBeTrue();
  expect((await take(issueChain(data.csr))).data.spkipin).toBe(spkipin);
});

test('the server announces an issued certificate when announceminutes is set', async () => {
  const { data } = await ask();
  const taken = await take(issueChain(data.csr), { announceminutes: 60 });
  expect([taken.data.next.commonname, taken.data.served]).toEqual(['plant-server', true]);
  expect(await waiting()).toBeNull();
});

test('the server rejects a certificate that does not match the request, and keeps the request', async () => {
  expect((await take(read('root.pem'))).status).toBe(404);
  const { data } = await ask();
  expect((await ask()).status).toBe(409);
  const certificate = issue(data.csr);
  for (const wrong of [read('root.pem'), 'nonsense!', 'QUJD', certificate.replace(/MII/, 'MIA'), '']) {
    const { status, error } = await take(wrong);
    expect([wrong.slice(0, 30), status, error.details.issues[0].path]).toEqual([
      wrong.slice(0, 30),
      400,
      'certificate',
    ]);
  }
  expect((await waiting()).csr).toBe(data.csr);
  expect((await take(certificate + read('issuing.pem'))).status).toBe(200);
});

test('the server accepts a certificate once, and never for a discarded request', async () => {
  const [requests, context] = [site.app.host.getInstance(CertificateRequests), createSystemContext()];
  const create = (commonname: string) =>
    requests.create(context, signingRequestInput.parse({ ...NAMES, commonname }));
  const taking = (certificate: string) =>
    requests.useIssued(context, { certificate, withoutchain: false, announceminutes: 0 }).then(
      () => 'taken',
      ({ message }) => message,
    );
  const certificate = issueChain((await create('first')).csr);
  const twice = await Promise.all([taking(certificate), taking(certificate)]);
  expect(twice).toEqual(['taken', 'Request was not found.']);

  const second = issueChain((await create('second')).csr);
  const blocked = Promise.withResolvers<never>();
  const before = site.app.host.getInstance(CertificateChanges).useIssued(context, 0, () => blocked.promise);
  const late = taking(second);
  requests.discard(context);
  const { csr } = await create('third');
  blocked.reject(new Error('done'));
  await expect(before).rejects.toThrow('done');
  expect(await late).toContain('None of these certificates belongs to the request.');
  expect(requests.view()?.csr).toBe(csr);
});

test('a request contains its names without control characters', async () => {
  const { data } = await ask({ organization: 'Plant\u0000\n1\u202e', locality: '\ud800' });
  writeFileSync(join(folder, 'clean.csr'), data.csr);
  const output = openssl(
    'req',
    '-in',
    'clean.csr',
    '-noout',
    '-subject',
    '-nameopt',
    'utf8,sep_comma_plus_space',
  );
  expect(output.trim()).toBe('subject=L=\ufffd, O=Plant 1, CN=plant-server');
});

test('a request contains IPv6 addresses without their zone', async () => {
  const { data } = await ask({ sans: ['::ffff:1.2.3.4', 'fe80::1%eth0', '::1'] });
  writeFileSync(join(folder, 'six.csr'), data.csr);
  expect(openssl('req', '-in', 'six.csr', '-noout', '-text')).toContain(
    'IP Address:0:0:0:0:0:FFFF:102:304, IP Address:FE80:0:0:0:0:0:0:1, IP Address:0:0:0:0:0:0:0:1',
  );
});

test('the server rejects a request with an invalid field and names the field', async () => {
  const refused: [object, string][] = [
    [{ commonname: '' }, 'commonname'],
    [{ sans: ['bad_..name'] }, 'sans'],
    [{ sans: ['192.168.1'] }, 'sans'],
    [{ country: 'Germany' }, 'country'],
    [{ organization: 'x'.repeat(65) }, 'organization'],
    [{ keytype: 'dsa' }, 'keytype'],
  ];
  for (const [input, field] of refused) {
    const { status, error } = await ask(input);
    expect([field, status, error.details.issues[0].path]).toEqual([field, 400, field]);
  }
  expect(await waiting()).toBeNull();
});

test('the server reports a damaged request file, and an admin can discard it', async () => {
  const { data } = await ask();
  const file = join(site.data, 'certs/request.json');
  const stored = JSON.parse(readFileSync(file, 'utf8'));
  for (const damaged of ['{', JSON.stringify({ ...stored, key: 'none' })]) {
    writeFileSync(file, damaged);
    for (const answer of [await site.admin.get(`${PATH}/request`), await take(issue(data.csr))])
      expect([answer.status, answer.error.message]).toEqual([409, expect.stringContaining('is damaged')]);
  }
  expect((await site.admin.delete(`${PATH}/request`)).status).toBe(200);
});

test('a discarded request leaves no file, and anonymous callers get 401', async () => {
  await ask();
  expect((await site.admin.delete(`${PATH}/request`)).data).toEqual({ deleted: true });
  expect((await site.admin.delete(`${PATH}/request`)).status).toBe(404);
  expect(() => statSync(join(site.data, 'certs/request.json'))).toThrow();
  expect((await site.anonymous.get(`${PATH}/request`)).status).toBe(401);
});
