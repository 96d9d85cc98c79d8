import { afterAll, expect, test } from 'bun:test';
import { startFilledPlant } from './filled-plant.ts';
import { DESK, findFaultsInAllLooks } from './page-faults.ts';

const plant = await startFilledPlant(DESK);
afterAll(() => plant.stop());
const { page } = plant.session;

test('the history starts with changes by people, and folds a report of an agent', async () => {
  const { data } = await plant.send('POST', '/apitokens', {
    name: 'Reporter',
    service: true,
    scopes: ['collector.ingest'],
  });
  const { secret } = data as { secret: string };
  const report = await fetch(`${plant.url}/api/collector/computers`, {
    method: 'POST',
    headers: { 'x-api-key': secret, 'content-type': 'application/json' },
    body: JSON.stringify({ hostname: 'fold-1', serialnumber: 'F-1', memorybytes: 8_000_000_000 }),
  });
  const { assetid } = (await report.json()).data;
  await page.goto(`${plant.url}/assets/${assetid}?tab=history`);
  await page.getByText('No changes yet').waitFor();
  await plant.send('PUT', `/assets/${assetid}`, { notes: 'Checked' });
  await page.reload();
  const history = page.getByRole('table', { name: 'History' });
  await history.getByText('Checked').waitFor();
  expect(await history.getByRole('row').count()).toBe(2);
  await page.getByText('All', { exact: true }).click();
  const folded = history.getByText(/^\d+ values$/);
  await folded.waitFor();
  expect(await history.getByRole('row').count()).toBe(3);
  expect(await history.getByText('Asset created').isVisible()).toBe(false);
  await folded.click();
  await history.getByText('Asset created').waitFor();
  expect(await findFaultsInAllLooks(page)).toEqual([]);
});
