import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { KioskPage } from '../../../test/browser/kiosk-plant.ts';
import { findFaultsInAllLooks } from '../../../test/browser/page-faults.ts';
import { step } from '../../../test/support/step.ts';
import { type PartsCabinet, startPartsCabinet } from './parts-cabinet.ts';

setDefaultTimeout(120_000);

let cabinet: PartsCabinet;
beforeAll(async () => {
  cabinet = await startPartsCabinet();
});
afterEach(() => cabinet.closeKiosks());
afterAll(() => cabinet?.stop());

async function badge({ scan, heading }: KioskPage, code = '4711'): Promise<void> {
  await scan(code);
  await heading('Scan the part');
}

const expectReadable = async ({ page }: KioskPage) => expect(await findFaultsInAllLooks(page)).toEqual([]);

test('the kiosk reads the quantity from a scan and ignores a repeated scan of the part', async () => {
  const kiosk = await cabinet.pairedKiosk();
  const { scan, heading, button } = kiosk;
  const path = await cabinet.part('TWICE-1');
  await badge(kiosk, '77');
  await scan('TWICE-1');
  await heading('TWICE-1');
  await scan('TWICE-1');
  await button('Take 1').waitFor();
  await scan('4');
  await button('Take 4').tap();
  await heading('Taken');
  expect([await cabinet.onhand(path), (await cabinet.takes(path)).length]).toEqual([6, 1]);
});

test('the kiosk shows an error and accepts a badge next when a scan is not a badge', async () => {
  const kiosk = await cabinet.pairedKiosk();
  await cabinet.part('NO-BADGE');
  await kiosk.scan('NO-BADGE');
  await kiosk.alert('This is not a badge');
  await expectReadable(kiosk);
  await kiosk.button('Type it').tap();
  await expectReadable(kiosk);
  await kiosk.button('Cancel').tap();
  await badge(kiosk);
});

test('the kiosk shows an error when a part is unknown or out of stock', async () => {
  const kiosk = await cabinet.pairedKiosk();
  await badge(kiosk);
  await kiosk.scan('NOBODY-HAS-IT');
  await kiosk.alert('No part has this code');
  await expectReadable(kiosk);
  await cabinet.part('NONE-LEFT', 0);
  await kiosk.scan('NONE-LEFT');
  await kiosk.alert('none left here');
});

test('the kiosk books nothing when the worker enters more parts than are in stock', async () => {
  const kiosk = await cabinet.pairedKiosk();
  const { page, scan, heading, alert, button } = kiosk;
  const path = await cabinet.part('FEW-1', 3);
  await badge(kiosk);
  await scan('FEW-1');
  await heading('FEW-1');
  await button('9').tap();
  await button('Take 9').tap();
  await alert('Only 3 left here');
  await expectReadable(kiosk);
  await button('3').tap();
  await button('Clear').tap();
  expect(await page.locator('.mw-parts-take').isDisabled()).toBe(true);
  await button('3').tap();
  await step('Take after a worker at another cabinet was quicker', async () => {
    await cabinet.api('POST', `${path}/adjust`, { delta: -2, note: 'Quicker' });
    await button('Take 3').tap();
    await alert('Only 1 left here');
    expect(await cabinet.takes(path)).toHaveLength(0);
  });
  await button('Start over').tap();
  await heading('Scan your badge');
});

test('the kiosk books for the next worker when a second badge is scanned at once', async () => {
  const kiosk = await cabinet.pairedKiosk();
  const path = await cabinet.part('NEXT-1');
  await badge(kiosk, '501');
  await kiosk.scan('0666777BZ');
  await kiosk.page.getByText('Badge ••77').waitFor();
  await kiosk.scan('NEXT-1');
  await kiosk.heading('NEXT-1');
  await kiosk.button('Take 1').tap();
  await kiosk.heading('Taken');
  expect((await cabinet.takes(path))[0]!.sso).toBe('666777');
});
