import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../../../test/support/site.ts';
import { createPolicyResolver } from '../policies/effective.ts';
import { createScopePredicate, type PcFacts } from '../scope.ts';
import { createEnrolledPc, setSharedKey } from './pcs.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
});
afterAll(() => site.stop());

const facts = (hostname: string | null): PcFacts => ({
  assetid: 1,
  hostname,
  assettype: 'Computer',
  computertype: null,
  location: 'Hall 3',
  businessunit: null,
});

test('a scope matches PCs that match all its keys in any case, and any non-object matches all PCs', () => {
  expect(createScopePredicate({ hostname: ['A-1', 'b-1'], location: 'HALL 3', other: 1 })(facts('a-1'))).toBe(
    true,
  );
  expect(createScopePredicate({ hostname: 'a-2' })(facts('a-1'))).toBe(false);
  expect(createScopePredicate({ computertype: 'null' })(facts('a-1'))).toBe(false);
  expect(createScopePredicate({ hostname: [['a-1']], location: null })(facts('a-1'))).toBe(false);
  for (const all of [null, 'a-2', ['a-2'], {}]) expect(createScopePredicate(all)(facts(null))).toBe(true);
});

test('a scope with 50,000 values is read once for many PCs', () => {
  let reads = 0;
  const names = Array.from({ length: 50_000 }, (_, n) => `pc-${n}`);
  const means = createScopePredicate({
    get hostname() {
      reads++;
      return names;
    },
  });
  for (let n = 0; n < 20_000; n++) expect(means(facts(`PC-${n}`))).toBe(true);
  expect([means(facts('other')), reads]).toEqual([false, 1]);
});

test('policies are read again only when one changes', async () => {
  const { agent } = await createEnrolledPc(site, 'often-1');
  const resolver = createPolicyResolver(site.app.host);
  for (let n = 0; n < 3; n++)
    expect((await agent.post('/api/endpoints/checkin', {})).data.policy.policyname).toBe('Standard');
  expect(createPolicyResolver(site.app.host)).toBe(resolver);
  await site.admin.post('/api/endpoints/policies', { policyname: 'Often', scope: { hostname: 'often-1' } });
  expect((await agent.post('/api/endpoints/checkin', {})).data.policy.policyname).toBe('Often');
});
