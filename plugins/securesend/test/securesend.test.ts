import { afterAll, beforeAll, expect, test } from 'bun:test';
import { request } from 'node:http';
import { HOUR, MINUTE } from '../../../test/support/clock.ts';
import { eventually } from '../../../test/support/receivers.ts';
import { withSetting } from '../../../test/support/settings.ts';
import { PASSWORD, type Site, startSite } from '../../../test/support/site.ts';
import { countSecrets, createLink, isLinkLive, PATH, redeemLink } from './links.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

/** Advances the clock and signs the admin in again. */
async function later(ms: number): Promise<void> {
  site.clock.advance(ms);
  site.admin = await site.anonymous.signIn('admin', PASSWORD);
}
/** Deletes expired secrets and returns the number of stored ones. */
async function countLeft(): Promise<number> {
  await site.app.host.scheduler.run('securesend.expired');
  return countSecrets(site);
}

const good = { ciphertext: 'Y2lwaGVydGV4dA', expiryhours: 1 };

test('creating returns 201 with a token of 128 bits, the link and the expiry', async () => {
  const tokens = new Set<string>();
  for (const expiryhours of [1, 4, 24, 72, 168]) {
    const before = site.clock.now().getTime();
    const { status, data } = await site.admin.post(PATH, { ...good, expiryhours });
    expect([status, Object.keys(data).sort()]).toEqual([201, ['expiresat', 'token', 'url']]);
    expect(Buffer.from(data.token, 'base64url')).toHaveLength(16);
    expect(data.url).toBe(`/send/${data.token}`);
    const hours = (Date.parse(data.expiresat) - before) / HOUR;
    expect(hours).toBeGreaterThanOrEqual(expiryhours);
    expect(hours).toBeLessThan(expiryhours + 0.01);
    tokens.add(data.token);
  }
  expect(tokens.size).toBe(5);
});

test('the link starts with the site URL when it is set', async () => {
  await withSetting(site, 'site_url', 'https://plant.example/mw/', async () => {
    const { token, url } = (await site.admin.post(PATH, good)).data;
    expect(url).toBe(`https://plant.example/mw/send/${token}`);
  });
});

test('creating needs the permission securesend.create', async () => {
  expect((await site.anonymous.post(PATH, good)).status).toBe(401);
  expect((await (await site.userWith('assets.view')).post(PATH, good)).status).toBe(403);
  expect((await (await site.userWith('securesend.create')).post(PATH, good)).status).toBe(201);
});

test('the permission list contains securesend.create, and capabilities report it', async () => {
  const names = (await site.admin.get('/api/users/permissions')).text;
  expect(names).toContain('securesend.create');
  const can = async (caller: Site['admin']) => (await caller.get('/api/capabilities')).data.securesend;
  expect(await can(site.anonymous)).toBe(false);
  expect(await can(await site.userWith('assets.view'))).toBe(false);
  expect(await can(await site.userWith('securesend.create'))).toBe(true);
});

test('creating returns 400 when expiryhours is not 1, 4, 24, 72 or 168', async () => {
  const before = await countLeft();
  for (const expiryhours of [0, -1, 1.5, 2, 169, 1e9, '1', '', null, true, [1], undefined, Number.NaN]) {
    const { status, error } = await site.admin.post(PATH, { ...good, expiryhours });
    expect([expiryhours, status, error.code]).toEqual([expiryhours, 400, 'VALIDATION_ERROR']);
    expect(error.details.issues[0].path).toBe('expiryhours');
  }
  expect(countSecrets(site)).toBe(before);
});

test('creating returns 400 when the ciphertext is not base64url', async () => {
  for (const ciphertext of ['', 'hello world', 'a+b/', 'a=b', '===', 7, null, undefined, ['YQ'], 'é']) {
    const { status, error } = await site.admin.post(PATH, { ...good, ciphertext });
    expect([ciphertext, status, error.details.issues[0].path]).toEqual([ciphertext, 400, 'ciphertext']);
  }
});

test('creating accepts a ciphertext of 128 KiB and returns 413 with the limit for a larger one', async () => {
  const largest = 'Ab-_'.repeat(32 * 1024);
  const token = await createLink(site, largest);
  expect((await redeemLink(site.anonymous, token)).data.ciphertext).toBe(largest);
  // Bodies beyond the limit of the ciphertext, beyond that of the body, and far beyond it.
  for (const more of [1, 10_000, 2_000_000]) {
    const { status, error } = await site.admin.post(PATH, {
      ...good,
      ciphertext: largest + 'a'.repeat(more),
    });
    expect([more, status, error.code]).toEqual([more, 413, 'PAYLOAD_TOO_LARGE']);
    expect(error.details.limit).toBe(128 * 1024);
    expect(error.message).toContain('Links are for passwords, keys and small files');
  }
});

test('an anonymous caller reads a secret once, and then it is deleted', async () => {
  const before = await countLeft();
  const token = await createLink(site, 'c2VjcmV0');
  expect(countSecrets(site)).toBe(before + 1);
  const first = await redeemLink(site.anonymous, token);
  expect([first.status, first.data]).toEqual([200, { ciphertext: 'c2VjcmV0' }]);
  expect(countSecrets(site)).toBe(before);
  expect((await redeemLink(site.anonymous, token)).status).toBe(404);
  expect((await redeemLink(site.admin, token)).status).toBe(404);
});

test('a recipient with an invalid session token can read a secret', async () => {
  const token = await createLink(site);
  expect((await redeemLink(site.anonymous.bearer('nonsense'), token)).status).toBe(200);
});

test('the server returns the secret to one of 200 concurrent callers and 404 to the rest', async () => {
  const token = await createLink(site, 'b25jZQ');
  const answers = await Promise.all(Array.from({ length: 200 }, () => redeemLink(site.anonymous, token)));
  const read = answers.filter(({ status }) => status === 200);
  expect(read.map(({ data }) => data)).toEqual([{ ciphertext: 'b25jZQ' }]);
  const others = answers.filter(({ status }) => status !== 200);
  expect(new Set(others.map(({ status, error }) => `${status} ${JSON.stringify(error)}`)).size).toBe(1);
  expect(others[0]!.status).toBe(404);
});

test('the status returns only whether a link is live and does not spend it', async () => {
  const token = await createLink(site);
  for (const _again of [1, 2, 3])
    expect((await site.anonymous.get(`${PATH}/${token}`)).data).toEqual({ live: true });
  await redeemLink(site.anonymous, token);
  const spent = await site.anonymous.get(`${PATH}/${token}`);
  expect([spent.status, spent.data]).toEqual([200, { live: false }]);
});

test('no method other than POST spends a link on any of its paths', async () => {
  const token = await createLink(site);
  for (const path of [`${PATH}/${token}/redeem`, `${PATH}/${token}`, `/send/${token}`])
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])
      await site.anonymous.raw(method, path).then(({ text }) => expect(text).not.toContain('Y2lwaGVydGV4dA'));
  expect((await site.anonymous.get(`${PATH}/${token}/redeem`)).status).toBe(404);
  expect(await isLinkLive(site.anonymous, token)).toBe(true);
});

test('redeeming returns 403 and does not spend the link when the origin is another site', async () => {
  const token = await createLink(site);
  const answer = await redeemLink(site.anonymous.with({ origin: 'https://evil.example' }), token);
  expect(answer.status).toBe(403);
  expect(await isLinkLive(site.anonymous, token)).toBe(true);
});

/**
 * Returns the response as a caller sees it, with all raw headers but without the time and the ID of the
 * request.
 */
function readAnswer(method: string, path: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const sending = request(site.url + path, { method }, (answer) => {
      let body = '';
      answer.on('data', (part) => {
        body += part;
      });
      answer.on('end', () => {
        const { meta, ...said } = JSON.parse(body);
        const { date: _date, 'x-request-id': _id, ...headers } = answer.headers;
        resolve({ status: answer.statusCode, said, meta: Object.keys(meta), headers });
      });
    });
    sending.on('error', reject).end();
  });
}

/** Returns a token in each state that cannot be opened, and texts that were never tokens. */
async function createClosedLinks(): Promise<string[]> {
  const spent = await createLink(site);
  await redeemLink(site.anonymous, spent);
  const expired = await createLink(site);
  await later(HOUR);
  return [expired, spent, 'A'.repeat(22), 'x', '%00', '%F0%9F%94%91', 'a'.repeat(2000)];
}

test('missing, expired and spent links get the same response and headers', async () => {
  const tokens = await createClosedLinks();
  for (const [method, rest] of [
    ['POST', '/redeem'],
    ['GET', ''],
  ] as const) {
    const answers = [];
    for (const token of tokens) answers.push(await readAnswer(method, `${PATH}/${token}${rest}`));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({ status: method === 'POST' ? 404 : 200 });
  }
});

test('missing, expired and spent links execute the same number of statements', async () => {
  const { db } = site.app.host;
  const statements = async (token: string) => {
    const before = db.statementCount;
    expect((await redeemLink(site.anonymous, token)).status).toBe(404);
    expect(await isLinkLive(site.anonymous, token)).toBe(false);
    return db.statementCount - before;
  };
  const counts = new Map<string, number>();
  // The minimum of three runs, because background work executes its own statements.
  for (const token of (await createClosedLinks()).slice(0, 4)) {
    const three = [await statements(token), await statements(token), await statements(token)];
    counts.set(token, Math.min(...three));
  }
  expect(new Set(counts.values()).size).toBe(1);
});

test('a link expires on time and is deleted on the next access', async () => {
  const token = await createLink(site, 'b2xk', 4);
  await later(4 * HOUR - MINUTE);
  expect(await isLinkLive(site.anonymous, token)).toBe(true);
  await countLeft();
  site.clock.advance(MINUTE);
  const before = countSecrets(site);
  expect(await isLinkLive(site.anonymous, token)).toBe(false);
  expect((await redeemLink(site.anonymous, token)).status).toBe(404);
  // Deletion runs right after the responses, so that their duration reveals nothing.
  await eventually(() => countSecrets(site) < before, 'what has expired is not deleted');
});

test('the job deletes expired links', async () => {
  await createLink(site);
  site.clock.advance(200 * HOUR);
  try {
    expect(countSecrets(site)).toBeGreaterThan(0);
    expect((await site.app.host.scheduler.run('securesend.expired')).lastresult).toBe('ok');
    expect(countSecrets(site)).toBe(0);
  } finally {
    site.admin = await site.anonymous.signIn('admin', PASSWORD);
  }
});

test('each response sends no-store and no-referrer', async () => {
  const token = await createLink(site);
  const answers = [
    await site.admin.post(PATH, good),
    await site.admin.post(PATH, { ...good, expiryhours: 2 }),
    await site.anonymous.post(PATH, good),
    await site.anonymous.get(`${PATH}/${token}`),
    await redeemLink(site.anonymous, token),
    await redeemLink(site.anonymous, token),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 400, 401, 200, 200, 404]);
  for (const { headers } of answers)
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      'no-store',
      'no-referrer',
    ]);
});
