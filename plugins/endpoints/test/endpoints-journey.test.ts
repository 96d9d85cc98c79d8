import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type FilledPlant, startFilledPlant } from '../../../test/browser/filled-plant.ts';
import { DESK } from '../../../test/browser/page-faults.ts';
import { step } from '../../../test/support/step.ts';
import { AGENT_KEY, sendAsAgent } from './agent-sender.ts';

setDefaultTimeout(120_000);

const LOG = 'C:\\Logs\\line.log';

let plant: FilledPlant;
let page: Page;
/** Ids of the PC "press-7" and of its agent. */
let assetid = 0;
let credential = '';
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  page = plant.session.page;
  await plant.send('PUT', '/settings/endpoints_shared_key', { value: AGENT_KEY });
  const computer = { assetnumber: 'PC-press-7', hostname: 'press-7', serialnumber: 'SN-press-7' };
  ({ assetid } = (await plant.send('POST', '/computers', computer)).data);
  const asking = { ...computer, nonce: 'a1'.repeat(32), agentversion: '0.1.0' };
  ({ credential } = (await agent('POST', '/enroll', asking)) as { credential: string });
  const servertrust = { pinned: true, spkipin: null };
  await agent('POST', '/checkin', { agentversion: '0.1.0', osversion: 'Windows 11', servertrust });
});
afterAll(() => plant?.stop());

/** Sends a request as the agent of "press-7" and returns the data. */
const agent = (...request: [method: string, path: string, body?: object]): Promise<unknown> =>
  sendAsAgent(plant.url, credential, request);

async function uploadBuild(): Promise<void> {
  await page.goto(`${plant.url}/endpoints/packages`);
  await page.getByRole('button', { name: 'Upload build' }).click();
  const buffer = Buffer.alloc(1000);
  buffer.write('MZ');
  const dialog = page.getByRole('dialog');
  const file = { name: 'millwright.exe', mimeType: 'application/octet-stream', buffer };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByLabel('Version').fill('0.2.0');
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Make current: 0.2.0 for Windows (x64)' }).click();
  await dialog.getByRole('button', { name: 'Make current' }).click();
  await page.getByRole('row', { name: /^0\.2\.0 Current/ }).waitFor();
}

async function upgrade(): Promise<void> {
  await page.goto(`${plant.url}/endpoints/migration`);
  await page.getByLabel('Select press-7').check();
  const bar = page.getByRole('region', { name: 'Selected PCs' });
  await bar.getByRole('button', { name: 'Upgrade' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('to 0.2.0').waitFor();
  await dialog.getByRole('button', { name: 'Upgrade 1 PC' }).click();
  await dialog.getByText('Queued for 1 PC.').waitFor();
  const { commandid } = (await agent('GET', '/commands/next?wait=0')) as { commandid: number };
  await agent('POST', `/commands/${commandid}/result`, { status: 'succeeded' });
}

async function readReport(): Promise<void> {
  const form = new FormData();
  form.append('text', 'Since <b>10:20</b>.');
  form.append('reason', 'Machine stopped');
  await agent('POST', '/operator-reports', form);
  await page.goto(`${plant.url}/endpoints/operator-reports`);
  await page.getByRole('link', { name: 'Machine stopped' }).click();
  await page.getByText('Since <b>10:20</b>.').waitFor();
}

async function collectLog(): Promise<void> {
  await page.goto(`${plant.url}/assets/${assetid}?tab=logs`);
  await page.getByRole('button', { name: 'Fetch log' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run command on press-7' });
  await dialog.getByLabel('Path').fill(LOG);
  await dialog.getByRole('button', { name: 'Run on press-7' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { commandid } = (await agent('GET', '/commands/next?wait=0')) as { commandid: number };
  await agent('POST', '/logs', { commandid, path: LOG, content: 'the <b>last</b> line\r\n' });
  await agent('POST', `/commands/${commandid}/result`, { status: 'succeeded' });
  // The list refreshes periodically; the reload avoids that wait.
  await page.reload();
  await page.getByRole('button', { name: 'line.log' }).click();
  const text = page
    .getByRole('dialog', { name: 'line.log' })
    .getByRole('region', { name: 'Text of the file' });
  await text.getByText('the <b>last</b> line').waitFor();
}

test('an admin upgrades a PC, reads its report and log and opens the certificate page', async () => {
  await step('Upload a build and make it current', uploadBuild);
  await step('Upgrade a PC', upgrade);
  await step('Read the report of an operator', readReport);
  await step('Fetch log', collectLog);
  await step('Look at the certificate', async () => {
    await page.goto(`${plant.url}/admin/server-certificate`);
    await page.getByRole('button', { name: 'Copy the SPKI pin' }).waitFor();
  });
  expect(plant.session.problems).toEqual([]);
});
