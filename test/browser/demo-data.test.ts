import { afterAll, beforeAll, expect } from 'bun:test';
import { createSend } from '../support/send.ts';
import { testJourney } from '../support/step.ts';
import { type Appliance, type BrowserSession, openBrowser, startAppliance } from './harness.ts';
import { MARA, signIn } from './mara.ts';

let appliance: Appliance;
let session: BrowserSession;
beforeAll(async () => {
  appliance = await startAppliance({ args: ['--no-tls'] });
  await createSend(appliance.url)('POST', '/setup/create-admin', MARA);
  session = await openBrowser();
  await signIn(session.page, appliance.url);
});
afterAll(async () => {
  await session?.close();
  await appliance?.stop();
});

testJourney('an admin loads demo data on the dashboard and removes them on the page of the appliance', {
  'the empty dashboard loads them and shows the progress': async () => {
    const { page } = session;
    await page.getByText('Upload a CSV or Excel file').waitFor();
    await page.getByRole('button', { name: 'Load demo data' }).click();
    await page.getByText(/^Loading: /).waitFor();
    expect(session.problems).toEqual([]);
  },
  'a stop of the appliance interrupts the load': async () => {
    await session.page.goto('about:blank');
    await appliance.kill();
    appliance = await startAppliance({ args: ['--no-tls'], data: appliance.data });
    await signIn(session.page, appliance.url);
    await session.page.goto(`${appliance.url}/admin/system`);
    const card = session.page.getByRole('region', { name: 'Demo data' });
    await card.getByText('did not finish').waitFor();
    await card.getByRole('button', { name: 'Load demo data' }).waitFor();
  },
  'the removal is confirmed and deletes them': async () => {
    const { page } = session;
    await page.getByRole('button', { name: 'Remove demo data' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove demo data?' });
    await dialog.getByText('Your own records stay').waitFor();
    await dialog.getByRole('button', { name: 'Remove demo data' }).click();
    await page.getByText('The demo data were removed.').waitFor();
    await page.getByRole('button', { name: 'Load demo data' }).waitFor();
  },
});
