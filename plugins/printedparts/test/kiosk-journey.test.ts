import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createSmallPng } from '../../../src/demo/small-png.ts';
import type { KioskPage } from '../../../test/browser/kiosk-plant.ts';
import { step } from '../../../test/support/step.ts';
import { type PartsCabinet, startPartsCabinet } from './parts-cabinet.ts';

setDefaultTimeout(120_000);

let cabinet: PartsCabinet;
beforeAll(async () => {
  cabinet = await startPartsCabinet();
});
afterEach(() => cabinet.closeKiosks());
afterAll(() => cabinet?.stop());

/** Tries a token of another kind, then pairs the kiosk with a valid one. Returns the name of the cabinet. */
async function pair(kiosk: KioskPage): Promise<string> {
  const [usb, own] = [await cabinet.newDevice('usb'), await cabinet.newDevice()];
  await kiosk.heading('Pair this kiosk');
  await kiosk.scan(usb.secret);
  await kiosk.page.getByText('belongs to another type of kiosk').waitFor();
  await kiosk.scan(own.secret);
  await kiosk.heading('Scan your badge');
  return own.cabinetname;
}

/** Creates a part with a picture that is 8 pixels wide. */
async function drillGuide(): Promise<string> {
  const path = await cabinet.part('PAGE-1', 20, { name: 'Drill guide' });
  await fetch(`${cabinet.appliance.url}/api${path}/image?filename=p.png`, {
    method: 'POST',
    headers: { ...cabinet.headers, 'content-type': 'application/octet-stream' },
    body: new Blob([createSmallPng(8, () => [1, 2, 3])]),
  });
  return path;
}

async function takeTwelve({ page, scan, heading, button }: KioskPage): Promise<void> {
  await scan('0501234BZ');
  await heading('Scan the part');
  await page.getByText('Badge ••34').waitFor();
  await scan('PAGE-1|3');
  await heading('Drill guide');
  await page.getByText('20 here').waitFor();
  const picture = page.getByRole('img', { name: 'Drill guide' });
  await picture.waitFor();
  const width = picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth));
  expect(await width).toBe(8);
  for (const digit of ['1', '2']) await button(digit).tap();
  await button('Take 12').tap();
  await heading('Taken');
  await page.getByText('12 × Drill guide').waitFor();
  await page.getByText('8 left here').waitFor();
}

async function takeTwoByDigits({ heading, button }: KioskPage): Promise<void> {
  await button('Take more parts').tap();
  await heading('Scan the part');
  for (const digit of ['7', '7', '8']) await button(digit).tap();
  await button('Delete digit').tap();
  await button('Enter').tap();
  await heading('KEY-0077');
  for (const name of ['One more', 'One more', 'One fewer', 'Take 2']) await button(name).tap();
  await heading('Taken');
}

test('a worker takes parts with badge, label and number at a kiosk that was just paired', async () => {
  const kiosk = await cabinet.openKiosk();
  const cabinetname = await step('Pair the kiosk', () => pair(kiosk));
  const [guide, other] = [await drillGuide(), await cabinet.part('KEY-0077')];
  await step('Take by badge, label and number', async () => {
    await takeTwelve(kiosk);
    expect(await cabinet.takes(guide)).toMatchObject([
      { delta: -12, sso: '501234', revision: 3, recordedby: cabinetname },
    ]);
    expect(await kiosk.page.locator('body').innerText()).not.toContain('501234');
  });
  await step('Take another part by the digits of its label', async () => {
    await takeTwoByDigits(kiosk);
    expect([await cabinet.onhand(other), (await cabinet.takes(other))[0]!.sso]).toEqual([8, '501234']);
  });
  expect(kiosk.problems().filter((problem) => !problem.includes('status of 401'))).toEqual([]);
});

test('the kiosk books parts once when a response is lost and it sends them again', async () => {
  const { page, scan, heading, button } = await cabinet.pairedKiosk();
  const path = await cabinet.part('LOST-1');
  let isLost = true;
  await page.route('**/api/printedparts/kiosk/take', async (route) => {
    if (!isLost) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await scan('4711');
  await heading('Scan the part');
  await scan('LOST-1');
  await heading('LOST-1');
  await button('Take 1').tap();
  await page.getByText(/^Stored here/).waitFor();
  await page.getByText('1 waiting for the network').waitFor();
  await page.reload();
  await page.getByText('1 waiting for the network').waitFor();
  isLost = false;
  await page.getByText('1 waiting for the network').waitFor({ state: 'detached' });
  expect([await cabinet.onhand(path), (await cabinet.takes(path)).length]).toEqual([9, 1]);
});
