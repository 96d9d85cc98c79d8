import { afterAll, beforeAll, expect, test } from 'bun:test';
import { isPeriodic } from '../../../test/support/periodic.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import {
  createEnrolledPc,
  createPc,
  createTestNonce,
  requestEnrollment,
  setSharedKey,
  withSharedKey,
} from './pcs.ts';

const ROUNDS = 20;

let site: Site;
beforeAll(async () => {
  // Plugins that work shortly after the start are left out, because their statements would be counted too.
  site = await startSite({ config: { plugins: ['computers', 'notifications', 'endpoints'] } });
  await setSharedKey(site);
  await createPc(site, 'known-1');
  await createPc(site, 'known-2');
  await createEnrolledPc(site, 'known-3');
});
afterAll(() => site.stop());

/** Differences that an anonymous caller could try to detect: a right key, an existing name or a matching serial number. */
const TRIED: Record<string, (own: string) => ReturnType<typeof requestEnrollment>> = {
  'no key': (own) => requestEnrollment(site.anonymous, 'known-1', own),
  'a wrong key': (own) =>
    requestEnrollment(site.anonymous.with({ 'x-api-key': 'x'.repeat(21) }), 'known-1', own),
  'an unknown name': (own) => requestEnrollment(withSharedKey(site), 'unknown-1', own),
  'a serial of another': (own) => requestEnrollment(withSharedKey(site), 'known-2', own, 'SN-known-1'),
  'one that is enrolled': (own) => requestEnrollment(withSharedKey(site), 'known-3', own),
};

/** Statements of one attempt, and the rows that each of them read. */
interface Work {
  /** Reading statements in their order, with the number of their rows. */
  read: { sql: string; rows: number }[];
  /** Number of all statements, including the writing ones. */
  count: number;
}

async function workOf<T>(attempt: () => Promise<T>): Promise<{ answer: T; work: Work }> {
  const { db } = site.app.host;
  const read: Work['read'] = [];
  const before = db.statementCount;
  let periodic = 0;
  const end = db.listen(({ sql, rows }) => {
    if (isPeriodic(sql)) periodic++;
    else read.push({ sql, rows });
  });
  try {
    const answer = await attempt();
    return { answer, work: { read, count: db.statementCount - before - periodic } };
  } finally {
    end();
  }
}

test('an enrollment request gets the same answer after the same work, whatever is wrong with it', async () => {
  const works: Record<string, Work> = {};
  const own = Object.fromEntries(Object.keys(TRIED).map((name) => [name, createTestNonce()]));
  const answers = new Set<string>();
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, attempt] of Object.entries(TRIED)) {
      const { answer, work } = await workOf(() => attempt(own[name]!));
      const { status, data } = answer;
      answers.add(JSON.stringify([status, { ...data, requestid: typeof data.requestid }]));
      // The first attempt creates the request, so it differs.
      if (round > 1) expect([name, work]).toEqual([name, works[name]!]);
      works[name] = work;
    }
  expect([...answers]).toEqual([
    JSON.stringify([200, { state: 'pending', credential: null, assetid: null, requestid: 'number' }]),
  ]);
  for (const name of ['a wrong key', 'a serial of another'])
    expect([name, works[name]]).toEqual([name, works['no key']!]);
  // The block of a registered PC and the credential of an enrolled one are one row each, found by an index.
  const counts = Object.values(works).map(({ count }) => count);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2);
  const rows = Object.values(works).flatMap(({ read }) => read.map((one) => one.rows));
  expect(Math.max(...rows)).toBe(1);
});
