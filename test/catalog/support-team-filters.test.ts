import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test('teams without contacts are found by signed-in callers only', async () => {
  await site.admin.post('/api/supportteams', { teamname: 'Day', contacts: [{ contactname: 'Ann' }] });
  await site.admin.post('/api/supportteams', { teamname: 'Night' });
  const namesOf = async (empty: boolean) =>
    (await site.admin.get(`/api/supportteams?contacts__empty=${empty}`)).data.map(
      ({ teamname }: { teamname: string }) => teamname,
    );
  expect(await namesOf(true)).toEqual(['Night']);
  expect(await namesOf(false)).toEqual(['Day']);
  expect((await site.anonymous.get('/api/supportteams?contacts__empty=true')).status).toBe(401);
});
