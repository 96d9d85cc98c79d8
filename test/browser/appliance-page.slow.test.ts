import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { post } from '../faults/process.ts';
import { type Appliance, type BrowserSession, openBrowser, startAppliance } from './harness.ts';
import { MARA, signIn } from './mara.ts';
import { openByMenu } from './menu.ts';
import { findFaultsInAllLooks } from './page-faults.ts';

setDefaultTimeout(120_000);

let appliance: Appliance;
let session: BrowserSession;
beforeAll(async () => {
  appliance = await startAppliance();
  await post(appliance.url, '/api/setup/create-admin', { 'content-type': 'application/json' }, MARA);
  session = await openBrowser({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await signIn(session.page, appliance.url);
});
afterAll(async () => {
  await session?.close();
  await appliance?.stop();
});
afterEach(() => expect(session.problems.splice(0)).toEqual([]));

const card = (name: string) => session.page.getByRole('region', { name });

test('the system page shows program, disk and health and has no layout fault in any theme', async () => {
  const { page } = session;
  await page.goto(appliance.url);
  await openByMenu(page, 'Admin', 'System');
  await card('Program').getByText(appliance.data).waitFor();
  await card('Database')
    .getByText(/: [\d,]+ rows$/)
    .first()
    .waitFor();
  await card('Disk').getByText(/Files/).waitFor();
  expect(await card('Disk').getByText('…').count()).toBe(0);
  await card('Audit log').getByText('Passed').waitFor();
  await card('Certificate')
    .getByText(/days left$/)
    .waitFor();
  await card('Backups').getByText('None yet').waitFor();
  await session.settled();
  expect(await findFaultsInAllLooks(page)).toEqual([]);
});

test('each card of the system page links to the page of its subject', async () => {
  const { page } = session;
  for (const [name, way, heading] of [
    ['Jobs', /^All/, 'Jobs'],
    ['Mail and webhooks', 'All messages', 'Mail and webhooks'],
    ['Audit log', 'View log', 'Audit log'],
    ['Certificate', 'Manage', 'Server certificate'],
    ['Backups', 'All backups', 'Backups of the appliance'],
  ] as const) {
    await page.goto(`${appliance.url}/admin/system`);
    await card(name).getByRole('link', { name: way }).click();
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  }
});
