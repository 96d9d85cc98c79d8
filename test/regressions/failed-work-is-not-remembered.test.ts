import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test('the query cache repeats failed work and stores a successful result', async () => {
  const { db } = site.app.host;
  let tries = 0;
  const work = async () => {
    tries++;
    await Bun.sleep(1);
    if (tries === 1) throw new Error('The disk did not answer.');
    return tries;
  };
  await expect(db.remember('slow work', work)).rejects.toThrow('did not answer');
  expect([await db.remember('slow work', work), await db.remember('slow work', work), tries]).toEqual([
    2, 2, 2,
  ]);
});
