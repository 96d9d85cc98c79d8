import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { startAppliance } from '../../../test/browser/harness.ts';
import type { KioskPage } from '../../../test/browser/kiosk-plant.ts';
import { findFaultsInAllLooks } from '../../../test/browser/page-faults.ts';
import { type PartsCabinet, startPartsCabinet } from './parts-cabinet.ts';

setDefaultTimeout(120_000);

let cabinet: PartsCabinet;
beforeAll(async () => {
  cabinet = await startPartsCabinet();
});
afterEach(() => cabinet.closeKiosks());
afterAll(() => cabinet?.stop());

async function choose({ scan, heading }: KioskPage, code: string): Promise<void> {
  await scan('4711');
  await heading('Scan the part');
  await scan(code);
  await heading(code);
}

async function takeOffline(kiosk: KioskPage, code: string, digit: string): Promise<void> {
  const { page, button } = kiosk;
  await choose(kiosk, code);
  await page.getByText('Without network, the quantity here is unknown').waitFor();
  expect(await findFaultsInAllLooks(page)).toEqual([]);
  await button(digit).tap();
  await button(`Take ${digit}`).tap();
  await page.getByText(/^Stored here/).waitFor();
  await button('Done').tap();
}

test('the kiosk stores takes without network and shows those that are refused later', async () => {
  const kiosk = await cabinet.pairedKiosk();
  const { page } = kiosk;
  const [path, scarce] = [await cabinet.part('AWAY-1'), await cabinet.part('AWAY-2', 1)];
  await page.context().setOffline(true);
  await takeOffline(kiosk, 'AWAY-1', '2');
  await takeOffline(kiosk, 'AWAY-2', '5');
  await page.getByText('2 waiting for the network').waitFor();
  await page.context().setOffline(false);
  const refused = page.getByRole('alert').filter({ hasText: 'rejected later' });
  await refused.getByText('5 × AWAY-2, ••11').waitFor();
  expect(await findFaultsInAllLooks(page)).toEqual([]);
  expect([await cabinet.onhand(path), await cabinet.onhand(scarce)]).toEqual([8, 1]);
  await refused.getByRole('button', { name: 'Dismiss' }).tap();
  await refused.waitFor({ state: 'detached' });
});

/** Restarts the appliance of the cabinet at the same address. */
async function startAgain(): Promise<void> {
  const { data, url } = cabinet.appliance;
  const args = ['--no-tls', '--port', new URL(url).port];
  cabinet.appliance = await startAppliance({ data, args });
}

test('the kiosk books a take from an outage when the appliance runs again', async () => {
  const kiosk = await cabinet.pairedKiosk();
  const { page, button } = kiosk;
  const path = await cabinet.part('DOWN-1');
  await cabinet.appliance.kill();
  try {
    await choose(kiosk, 'DOWN-1');
    await button('3').tap();
    await button('Take 3').tap();
    await page.getByText(/^Stored here/).waitFor();
    await page.getByText('1 waiting for the network').waitFor();
  } finally {
    await startAgain();
  }
  await page.getByText('1 waiting for the network').waitFor({ state: 'detached' });
  expect([await cabinet.onhand(path), (await cabinet.takes(path)).length]).toEqual([7, 1]);
});
