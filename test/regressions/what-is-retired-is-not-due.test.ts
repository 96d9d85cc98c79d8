import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test';
import { loadPlant } from '../../src/demo/load-plant.ts';
import { type Site, startSite } from '../support/site.ts';
import { testJourney } from '../support/step.ts';

setDefaultTimeout(120_000);

/** Rules about retired assets, and about things that are not assets of the register. */
const OTHERS = [
  'stocktake.running',
  'commandsfailed',
  'commandsrunning',
  'commandswaiting',
  'retiredreporting',
  'retiredprinters',
  'mail',
  'pcsasking',
  'printedparts.low',
  'setup',
];
/** Rules about due dates of active assets. */
const DUE = ['measuringtools.overdue', 'measuringtools.due', 'warranty.expiring', 'backups.overdue'];
const FAR = '9999-12-31';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  // Contracts without assets are due anyway, so the plant has none.
  const { secret } = (await site.admin.post('/api/apitokens', { name: 'demo' })).data;
  await loadPlant({ url: site.url, token: secret, assets: 200, seed: 1 });
  const papers = (await site.admin.get('/api/warranty?per_page=100')).data;
  for (const { warrantyid, assetcount } of papers as { warrantyid: number; assetcount: number }[])
    if (assetcount === 0) await site.admin.delete(`/api/warranty/${warrantyid}`);
});
afterAll(() => site.stop());

/** Returns the count of each rule for the whole plant. */
const readCounts = async (): Promise<Map<string, number>> => {
  const { attention } = (await site.admin.get('/api/dashboard/summary')).data;
  return new Map(attention.map(({ key, count }: { key: string; count: number }) => [key, count]));
};

const everyAsset = async (): Promise<{ assetid: number }[]> => {
  const pages = await Promise.all(
    [1, 2, 3, 4, 5].map((page) => site.admin.get(`/api/assets?per_page=100&page=${page}`)),
  );
  return pages.flatMap(({ data }) => data);
};

/** Returns the number of reminders of each kind up to a date in the far future. */
const countReminders = (): Map<string, number> => {
  const { host } = site.app;
  return host.db.read(
    (reader) =>
      new Map(
        host.contributions
          .reminders(host)
          .map(({ key, due }) => [key, [...due(reader, { until: FAR, today: reader.today })].length]),
      ),
  );
};

const changeEveryAsset = async (changes: object) => {
  // A stick that is on loan cannot be retired, so 409 is accepted.
  for (const { assetid } of await everyAsset())
    expect((await site.admin.put(`/api/assets/${assetid}`, changes)).status).toBeOneOf([200, 409]);
};

const overdueTools = async () =>
  (await site.admin.get('/api/measuringtools?overdue=true&inuse=true')).meta.pagination.total;

async function scrapEveryAsset(): Promise<void> {
  const [before, reminders] = [await readCounts(), countReminders()];
  for (const key of DUE) expect([key, (before.get(key) ?? 0) > 0]).toEqual([key, true]);
  expect([...reminders.values()].every((n) => n > 0)).toBe(true);
  expect(await overdueTools()).toBe(before.get('measuringtools.overdue')!);
  const { data } = await site.admin.post('/api/assets/statuses', { status: 'Scrapped', isretired: true });
  await changeEveryAsset({ statusid: data.statusid });
  const after = await readCounts();
  expect(DUE.map((key) => [key, after.get(key) ?? 0])).toEqual(DUE.map((key) => [key, 0]));
  expect([...countReminders()].filter(([, n]) => n > 0)).toEqual([]);
  expect(await overdueTools()).toBe(0);
  await changeEveryAsset({ statusid: 1 });
}

async function retireEveryAsset(): Promise<void> {
  const before = await readCounts();
  for (const key of DUE) expect([key, (before.get(key) ?? 0) > 0]).toEqual([key, true]);
  await changeEveryAsset({ isactive: false });
  const left = [...(await readCounts())].filter(([key, n]) => n > 0 && !OTHERS.includes(key));
  expect(left).toEqual([]);
  expect([...countReminders()].filter(([, n]) => n > 0)).toEqual([]);
}

testJourney('nothing of a plant is due, counted or mailed when all its assets are out of use', {
  'Set a retired status on all assets': scrapEveryAsset,
  'Retire all assets': retireEveryAsset,
});
