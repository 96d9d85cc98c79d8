import { afterAll, beforeAll, expect, test } from 'bun:test';
import { loadPlant } from '../../src/demo/load-plant.ts';
import { isKitMade } from '../../src/kit/resource/register.ts';
import { importFile, reasonsOf, rowOutcomesOf } from '../support/imports.ts';
import { COLLECTOR_KEY, PASSWORD, type Site, startSite } from '../support/site.ts';
import { listServedRegisters } from './sample.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await loadPlant({
    url: site.url,
    username: 'admin',
    password: PASSWORD,
    collectorkey: COLLECTOR_KEY,
    assets: 400,
    seed: 1,
  });
});
afterAll(() => site.stop());

test('the import skips each row of each exported list of the demo plant', async () => {
  let rows = 0;
  for (const register of listServedRegisters(site)) {
    if (!isKitMade(register, 'create') || !isKitMade(register, 'edit')) continue;
    const { text } = await site.admin.get(`/api${register.path}?format=csv&active=false`);
    const answer = await importFile(site.admin, register.path.slice(1), text);
    expect([register.name, answer.status, reasonsOf(answer).filter(Boolean)]).toEqual([
      register.name,
      201,
      [],
    ]);
    expect(rowOutcomesOf(answer).filter((outcome) => outcome !== 'skip')).toEqual([]);
    rows += answer.data.counts.skip;
  }
  expect(rows).toBeGreaterThan(1000);
});
