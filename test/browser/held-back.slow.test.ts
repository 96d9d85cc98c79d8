import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { post, runMillwright } from '../faults/process.ts';
import { type Appliance, type BrowserSession, openBrowser, startAppliance } from './harness.ts';
import { MARA, signIn } from './mara.ts';
import { findFaultsInAllLooks } from './page-faults.ts';

setDefaultTimeout(120_000);

let scratch: string;
let appliance: Appliance;
let session: BrowserSession;
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'millwright-held-back-'));
  const first = await startAppliance();
  await post(first.url, '/api/setup/create-admin', { 'content-type': 'application/json' }, MARA);
  await first.stop();
  const file = join(scratch, 'copy.tar.zst');
  const data = join(scratch, 'data');
  for (const words of [
    ['backup', file, '--data', first.data],
    ['restore', file, '--data', data],
  ])
    expect(await runMillwright(...words)).toMatchObject({ code: 0 });
  appliance = await startAppliance({ data });
  session = await openBrowser({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await signIn(session.page, appliance.url);
});
afterAll(async () => {
  await session?.close();
  await appliance?.stop();
  rmSync(scratch, { recursive: true, force: true });
});

test('each page offers an admin to resume deliveries of a restored server, and none does afterwards', async () => {
  const { page } = session;
  const goesOn = page.getByRole('button', { name: 'Resume deliveries' });
  for (const path of ['/', '/assets', '/admin/system']) {
    await page.goto(appliance.url + path);
    await goesOn.waitFor();
    await session.settled();
    expect([path, await findFaultsInAllLooks(page)]).toEqual([path, []]);
  }
  await page.getByText('Paused since').waitFor();
  await goesOn.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Deliveries resumed. Nothing was waiting.').waitFor();
  // The dialog and its button may still be visible.
  await goesOn.first().waitFor({ state: 'detached' });
  await page.getByText('Paused since').waitFor({ state: 'detached' });
  await page.reload();
  await session.settled();
  expect(await goesOn.count()).toBe(0);
  expect(session.problems).toEqual([]);
});
