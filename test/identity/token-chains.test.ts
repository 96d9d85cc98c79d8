import { expect, test } from 'bun:test';
import type { Client } from '../support/client.ts';
import { DAY } from '../support/clock.ts';
import { createChooser } from '../support/random.ts';
import { type Site, startSite } from '../support/site.ts';

const PERMISSIONS = ['apitokens.create', 'assets.view', 'assets.edit', 'settings.edit'];
const RESOURCES = ['alpha', 'beta', 'gamma'];
const STEPS = 60;

/** The effective permissions of the holder of a token, as returned by the server. */
interface Power {
  permissions: string[];
  isadmin: boolean;
}

/** Makes random calls with a scoped token and the tokens created from it. Returns the number of tokens. */
async function runChain(site: Site, seed: number): Promise<number> {
  const { below, oneOf, someOf } = createChooser(seed);
  const days = (n: number) => new Date(site.clock.now().getTime() + n * DAY).toISOString();
  const start = {
    scopes: ['apitokens.create', ...someOf(['assets.view', 'assets.edit'])],
    resourcescopes: ['alpha', 'beta'],
    expiresat: days(20),
  };
  const first = await site.admin.post('/api/apitokens', { name: `start ${seed}`, ...start });
  // A wider token of the same owner, as a target for an escalation.
  const wide = await site.admin.post('/api/apitokens', { name: `wide ${seed}` });
  const holders: Client[] = [site.anonymous.bearer(first.data.secret)];
  const ids = new Set<number>([first.data.tokenid]);
  const wishes = () => ({
    ...(below(2) && { scopes: oneOf([null, someOf(PERMISSIONS), start.scopes]) }),
    ...(below(2) && { resourcescopes: oneOf([null, someOf(RESOURCES), ['alpha']]) }),
    ...(below(2) && { expiresat: oneOf([null, days(1 + below(40))]) }),
  });
  for (let step = 0; step < STEPS; step++) {
    const caller = oneOf(holders);
    const tokenid = oneOf([...ids, wide.data.tokenid as number]);
    const kind = below(8);
    if (kind < 3) {
      const made = await caller.post('/api/apitokens', {
        name: 'child',
        ...wishes(),
        ...(below(6) === 0 && { service: true }),
      });
      if (made.status === 201) {
        ids.add(made.data.tokenid);
        holders.push(site.anonymous.bearer(made.data.secret));
      }
    } else if (kind < 7) {
      const isactive = below(4) === 0 && { isactive: below(2) === 0 };
      await caller.put(`/api/apitokens/${tokenid}`, { name: 'changed', ...wishes(), ...isactive });
    } else if (tokenid !== first.data.tokenid) await caller.delete(`/api/apitokens/${tokenid}`);
  }
  const untouched = (await site.admin.get('/api/apitokens?all=true')).data.find(
    (one: { tokenid: number }) => one.tokenid === wide.data.tokenid,
  );
  expect(untouched).toMatchObject({ name: `wide ${seed}`, isactive: true, scopes: null });
  await expectWithin(site, seed, holders, ids, start);
  return holders.length;
}

async function expectWithin(
  site: Site,
  seed: number,
  holders: Client[],
  ids: Set<number>,
  start: { scopes: string[]; resourcescopes: string[]; expiresat: string },
): Promise<void> {
  for (const holder of holders) {
    const me = await holder.get('/api/auth/me');
    if (me.status === 401) continue;
    const { permissions, isadmin } = me.data as Power;
    expect([seed, isadmin, permissions.filter((name) => !start.scopes.includes(name))]).toEqual([
      seed,
      false,
      [],
    ]);
    expect((await holder.get('/api/users')).status).toBe(403);
  }
  const all = (await site.admin.get('/api/apitokens?all=true')).data;
  for (const token of all.filter((one: { tokenid: number }) => ids.has(one.tokenid))) {
    expect([seed, token.kind]).toEqual([seed, 'personal']);
    for (const name of ['scopes', 'resourcescopes'] as const)
      expect([seed, token[name]?.filter((one: string) => !start[name].includes(one))]).toEqual([seed, []]);
    expect(Date.parse(token.expiresat)).toBeLessThanOrEqual(Date.parse(start.expiresat));
  }
}

test('no chain of token calls exceeds the limits of the first scoped token', async () => {
  const site = await startSite();
  let made = 0;
  for (let seed = 1; seed <= 12; seed++) made += await runChain(site, seed);
  expect(made).toBeGreaterThan(40);
  await site.stop();
});
