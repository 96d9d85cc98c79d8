import { afterAll, beforeAll, expect, test } from 'bun:test';
import { COLLECTOR_KEY, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const BLANKS = [' ', '\t', '\u00a0', '\u200b', '  \u2060 '];

test('each collector returns 400 when the serial number is blank', async () => {
  const collector = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
  const names = site.app.host.contributions.collectors(site.app.host).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(4);
  for (const name of names)
    for (const serialnumber of BLANKS) {
      const { status } = await collector.post(`/api/collector/${name}`, { serialnumber, name: 'Tool' });
      expect([name, serialnumber, status]).toEqual([name, serialnumber, 400]);
    }
});
