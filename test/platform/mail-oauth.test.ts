import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import { createPublicKey } from 'node:crypto';
import { jwtVerify } from 'jose';
import { SMTPServer } from 'smtp-server';
import { makePair } from '../support/openssl.ts';
import { startListening } from '../support/receivers.ts';
import { type Site, startSite } from '../support/site.ts';

const USER = 'millwright@plant.example';
const CLIENT = {
  client_id: 'a-client',
  client_secret: 'a-secret-77',
  scope: 'https://outlook.office365.com/.default',
};
let site: Site;
const pair = makePair();
const certificate = pair.cert + pair.key;
let mailbox: SMTPServer;
/** The authorization server, the tokens that it has issued, and the requests that it received. */
let service: ReturnType<typeof Bun.serve>;
let issued: string[] = [];
let seen: Record<string, string>[] = [];
let signedIn: string[] = [];
/** Returns the response of the mail server to a rejected token. */
let refusal = (_token: string): string => 'Authentication unsuccessful';
let answer: ((form: Record<string, string>) => Response | Promise<Response>) | undefined;

beforeAll(async () => {
  service = Bun.serve({
    port: 0,
    fetch: async (request) => give(Object.fromEntries(new URLSearchParams(await request.text()))),
  });
  mailbox = new SMTPServer({
    logger: false,
    ...pair,
    authMethods: ['XOAUTH2'],
    onAuth: ({ method, username, accessToken }, _session, done) => {
      const isKnown = method === 'XOAUTH2' && username === USER && accessToken === issued.at(-1);
      if (!isKnown) return done(new Error(refusal(accessToken!)));
      signedIn.push(accessToken!);
      done(null, { user: username });
    },
    onData: (stream, _session, done) => void stream.on('end', done).resume(),
  });
  mailbox.on('error', () => undefined);
  site = await startSite();
  await set({
    smtp_host: 'localhost',
    smtp_port: String(await startListening(mailbox.server)),
    smtp_ca: pair.cert,
  });
});
afterAll(async () => {
  mailbox.close();
  await service.stop(true);
  await site.stop();
});
beforeEach(async () => {
  [issued, seen, signedIn, answer] = [[], [], [], undefined];
  await set({ smtp_security: 'starttls', smtp_auth: 'xoauth2', smtp_user: USER, smtp_from: USER });
  await set({
    smtp_oauth_token_url: `http://127.0.0.1:${service.port}/${crypto.randomUUID()}`,
    smtp_oauth_client_id: CLIENT.client_id,
  });
  await set({ smtp_oauth_client_secret: CLIENT.client_secret, smtp_oauth_certificate: '' });
});
afterEach(() => set({ smtp_oauth_token_url: '', smtp_oauth_tenant: '' }));

/** Changes settings and expects that all are accepted. */
async function set(values: Record<string, string>): Promise<void> {
  for (const [key, value] of Object.entries(values)) {
    const { status, error } = await site.admin.put(`/api/settings/${key}`, { value });
    expect([key, status, error]).toEqual([key, 200, undefined]);
  }
}

/** Issues a token for the correct secret (RFC 6749). */
function give(form: Record<string, string>): Response | Promise<Response> {
  seen.push(form);
  if (answer) return answer(form);
  const { grant_type, client_id, client_secret, scope } = form;
  const isRight =
    grant_type === 'client_credentials' && client_id === CLIENT.client_id && scope === CLIENT.scope;
  if (!isRight || client_secret !== CLIENT.client_secret)
    return Response.json({ error: 'invalid_client', error_description: client_secret }, { status: 401 });
  return issue();
}

function issue(): Response {
  issued.push(`token-${issued.length}`);
  return Response.json({ token_type: 'Bearer', access_token: issued.at(-1), expires_in: 3599 });
}

const send = async () =>
  (await site.admin.post('/api/settings/test-email', { to: 'somebody@plant.example' })).data;

test('two mails are sent with the same token of the sign-in service', async () => {
  for (let n = 0; n < 2; n++) expect(await send()).toMatchObject({ sent: true, error: null });
  expect([issued.length, signedIn]).toEqual([1, ['token-0', 'token-0']]);
});

test('a client with a certificate signs its token request', async () => {
  await set({ smtp_oauth_certificate: certificate });
  answer = async ({ client_assertion, client_assertion_type, client_secret }) => {
    expect([client_assertion_type, client_secret]).toEqual([
      'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      undefined,
    ]);
    const audience = site.app.host.settings.text('smtp_oauth_token_url');
    const { payload, protectedHeader } = await jwtVerify(client_assertion!, createPublicKey(certificate), {
      audience,
      issuer: CLIENT.client_id,
    });
    expect([payload.sub, protectedHeader.alg]).toEqual([CLIENT.client_id, 'PS256']);
    expect(protectedHeader['x5t#S256']).toMatch(/^[\w-]{43}$/);
    return issue();
  };
  expect(await send()).toMatchObject({ sent: true, error: null });
});

test('the setting refuses a certificate whose key is too short', async () => {
  const value = Object.values(makePair('rsa:1024')).join('');
  const { status, error } = await site.admin.put('/api/settings/smtp_oauth_certificate', { value });
  expect([status, error.message]).toEqual([400, expect.stringContaining('2048 bits')]);
});

test('a mail requests another token when the mail server refused the previous one', async () => {
  expect((await send()).sent).toBeTrue();
  issued.push('revoked');
  expect(await send()).toMatchObject({ sent: false, error: expect.stringContaining('rejected the user') });
  expect((await send()).sent).toBeTrue();
  expect(signedIn.at(-1)).toBe('token-2');
});

test('the test mail hides a response of the mail server that repeats the token', async () => {
  const token = 'a-token-that-is-as-good-as-a-password';
  const usual = refusal;
  answer = () => Response.json({ access_token: token, expires_in: 3599 });
  for (const text of [
    token,
    Buffer.from(`user=${USER}\x01auth=Bearer ${token}\x01\x01`).toString('base64'),
  ]) {
    refusal = () => `unknown: ${text}`;
    const { sent, error, answer: shownAnswer } = await send();
    expect([sent, error, shownAnswer]).toEqual([
      false,
      'The mail server rejected the user or password (535, EAUTH).',
      null,
    ]);
  }
  refusal = usual;
});

test('a changed secret causes a new token request', async () => {
  expect((await send()).sent).toBeTrue();
  await set({ smtp_oauth_client_secret: 'wrong-secret' });
  const { sent, error } = await send();
  expect([sent, error]).toEqual([false, 'The sign-in service for mail issued no token (invalid_client).']);
});

test.each<[string, () => Response]>([
  ['nothing', () => new Response('')],
  ['null', () => Response.json(null)],
  ['a page', () => new Response('<html>a-secret-77</html>')],
  ['a number as the token', () => Response.json({ access_token: 7 })],
  ['an error that repeats the secret', () => Response.json({ error: CLIENT.client_secret }, { status: 400 })],
  ['a redirect', () => Response.redirect('http://127.0.0.1:1/', 302)],
])('the error names the sign-in service without its secret when it returns %s', async (_what, response) => {
  answer = response;
  const { sent, error } = await send();
  expect([sent, error]).toEqual([
    false,
    expect.stringMatching(/^The sign-in service for mail (issued no token|could not be reached)\.$/),
  ]);
});

test('the error names the missing settings', async () => {
  await set({ smtp_security: 'none' });
  expect((await send()).error).toContain('smtp_security');
  await set({ smtp_security: 'starttls', smtp_user: '' });
  expect((await send()).error).toContain('smtp_user');
  await set({ smtp_user: USER, smtp_oauth_client_secret: '' });
  expect((await send()).error).toContain('smtp_oauth_client_secret');
  await set({ smtp_oauth_token_url: '' });
  expect((await send()).error).toContain('smtp_oauth_tenant');
  expect(seen).toEqual([]);
});

test('the token address must use HTTPS', async () => {
  const refused = await site.admin.put('/api/settings/smtp_oauth_token_url', {
    value: 'http://login.plant.example/token',
  });
  expect([refused.status, refused.error.message]).toEqual([400, expect.stringContaining('https://')]);
  expect((await site.admin.put('/api/settings/smtp_oauth_token_url', { value: 'https://[' })).status).toBe(
    400,
  );
  await set({ smtp_oauth_token_url: 'https://login.plant.example/token' });
});

test.each([
  ['smtp_host', '127.0.0.1'],
  ['smtp_port', '2525'],
])('the client secret is cleared when %s changes', async (key, value) => {
  const before = site.app.host.settings.text(key);
  const { data } = await site.admin.put(`/api/settings/${key}`, { value });
  expect(data.cleared).toEqual(['smtp_oauth_client_secret']);
  await set({ [key]: before });
});

test('the client secret is cleared when the client ID changes', async () => {
  const { data } = await site.admin.put('/api/settings/smtp_oauth_client_id', { value: 'another' });
  expect(data.cleared).toEqual(['smtp_oauth_client_secret']);
  for (const value of ['nonsense', certificate.slice(0, 400)])
    expect((await site.admin.put('/api/settings/smtp_oauth_certificate', { value })).status).toBe(400);
  expect((await site.admin.get('/api/settings')).text).not.toContain('a-secret-77');
});
