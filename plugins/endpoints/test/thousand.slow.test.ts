import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { request } from 'node:http';
import type { Client } from '../../../test/support/client.ts';
import { eventually } from '../../../test/support/receivers.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import { Polls } from '../commands/polls.ts';
import { createEnrolledPc, setSharedKey } from './pcs.ts';

setDefaultTimeout(120_000);

const PCS = 1000;
const AT_ONCE = 25;

let site: Site;
let pcs: { assetid: number; agent: Client }[];
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
  pcs = await inTurns(Array.from({ length: PCS }), (_, n) => createEnrolledPc(site, `many-${n}`));
});
afterAll(() => site.stop());

/** Runs a few jobs at once, as a script or a browser does. */
async function inTurns<T, U>(all: T[], work: (one: T, n: number) => Promise<U>): Promise<U[]> {
  const done: U[] = [];
  for (let at = 0; at < all.length; at += AT_ONCE)
    done.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map((one, n) => work(one, at + n)))));
  return done;
}

/** PCs whose credential is revoked, according to the response. */
const revokedPcs = new Set<number>();

/** Polls as an agent does: again after an empty poll, until the credential is revoked. */
async function pollUntilRevoked({ assetid, agent }: (typeof pcs)[number]): Promise<string> {
  for (;;) {
    const answer = await poll(agent);
    if (!answer.startsWith('204') || revokedPcs.has(assetid)) return answer;
  }
}

/** Polls on a separate connection, because `fetch` allows at most 256 requests at once. */
function poll({ headers }: Client): Promise<string> {
  return new Promise((resolve, reject) => {
    const url = `${site.url}/api/endpoints/commands/next?wait=25`;
    const pollRequest = request(url, { agent: false, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve(`${response.statusCode} ${JSON.parse(text || '{}').data?.error.code}`),
      );
    });
    pollRequest.on('error', reject);
    pollRequest.end();
  });
}

test('an open poll ends with 401 and no other PC waits when a thousand PCs are revoked at once', async () => {
  const polls = pcs.map(pollUntilRevoked);
  await eventually(() => site.app.host.getInstance(Polls).size === PCS, 'all polls are waiting');
  const bystander = await createEnrolledPc(site, 'bystander');
  const revoked = inTurns(pcs, async ({ assetid }) => {
    const body = { blockreenroll: false, reason: 'a leak' };
    const answer = await site.admin.post(`/api/endpoints/assets/${assetid}/revoke`, body);
    revokedPcs.add(assetid);
    return answer;
  });
  const beside: number[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) beside.push((await bystander.agent.post('/api/endpoints/checkin', {})).status);
  })();
  expect(new Set((await revoked).map(({ status }) => status))).toEqual(new Set([200]));
  const ended = await Promise.all(polls);
  isOver = true;
  await watching;
  expect(new Set(ended)).toEqual(new Set(['401 CREDENTIAL_INVALID']));
  expect(beside.length).toBeGreaterThan(10);
  expect(new Set(beside)).toEqual(new Set([200]));
  const later = await inTurns(pcs, ({ agent }) => agent.post('/api/endpoints/checkin', {}));
  expect(new Set(later.map(({ status }) => status))).toEqual(new Set([401]));
  const rows = site.app.host.db.read((reader) =>
    reader.all("SELECT count(*) AS n FROM auditlogs WHERE action = 'endpoints.credential.revoked'"),
  );
  expect(rows).toEqual([{ n: PCS }]);
});
