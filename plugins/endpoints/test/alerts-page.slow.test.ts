import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type FilledPlant, startFilledPlant } from '../../../test/browser/filled-plant.ts';
import { openTab } from '../../../test/browser/open-tab.ts';
import { DESK } from '../../../test/browser/page-faults.ts';
import { AGENT_KEY, sendAsAgent } from './agent-sender.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
});
afterAll(() => plant?.stop());

test('the alert page shows how many and which PCs acknowledged the alert', async () => {
  const { page, problems } = plant.session;
  await plant.send('PUT', '/settings/endpoints_shared_key', { value: AGENT_KEY });
  for (const hostname of ['saw-1', 'saw-2'])
    await plant.send('POST', '/computers', {
      assetnumber: `A-${hostname}`,
      hostname,
      serialnumber: hostname,
    });
  const scope = { alertfleet: true, alertscope: { hostname: ['saw-1', 'saw-2'] } };
  const make = async (notification: string, more: object) =>
    (
      (await plant.send('POST', '/notifications', { notification, ...more })).data as {
        notificationid: number;
      }
    ).notificationid;
  const alert = await make('The crane has stopped', scope);
  await page.goto(`${plant.url}/notifications/${alert}`);
  await openTab(page, 'Seen');
  await page.getByText('Seen on 0 of 2 PCs.').waitFor();
  await page.getByText('No acknowledgments yet').waitFor();

  const asking = { hostname: 'saw-1', serialnumber: 'saw-1', nonce: 'n'.repeat(64), agentversion: '0.1.0' };
  const enrolled = await sendAsAgent(plant.url, '', ['POST', '/enroll', asking]);
  const { credential } = enrolled as { credential: string };
  await sendAsAgent(plant.url, credential, ['POST', `/alerts/${alert}/acknowledge`, {}]);
  await page.getByText('Seen on 1 of 2 PCs.').waitFor();
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'saw-1' }) });
  await row.getByText(/ago|now/).waitFor();
  expect(await page.getByRole('link', { name: 'saw-2' }).count()).toBe(0);

  await page.goto(`${plant.url}/notifications/${await make('No alert', { isshopfloor: true })}`);
  await page.getByRole('heading', { level: 1, name: 'No alert' }).waitFor();
  // Without a further tab, not even an empty one, the page has no tabs at all.
  expect(await page.getByRole('tab').count()).toBe(0);
  expect(problems).toEqual([]);
});
