import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { KioskPage } from '../../../test/browser/kiosk-plant.ts';
import { findFaultsInAllLooks } from '../../../test/browser/page-faults.ts';
import { step } from '../../../test/support/step.ts';
import { startDrawer, type UsbDrawer } from './drawer.ts';

setDefaultTimeout(120_000);

let drawer: UsbDrawer;
beforeAll(async () => {
  drawer = await startDrawer();
});
afterEach(() => drawer.closeKiosks());
afterAll(() => drawer?.stop());

const expectReadable = async ({ page }: KioskPage) => expect(await findFaultsInAllLooks(page)).toEqual([]);

test('the kiosk finds and books a stick with two requests when it is scanned after a badge', async () => {
  const { page, scan, heading } = await drawer.pairedKiosk();
  await drawer.stick('FAST-1');
  await scan('0501234BZ');
  await heading('Scan the stick');
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The icon of the page may load late.
    if (pathname.startsWith('/api/')) requests.push(`${request.method()} ${pathname}`);
  });
  await scan('FAST-1');
  await heading('Taken');
  expect(requests).toEqual(['GET /api/usb/kiosk/device/FAST-1', 'POST /api/usb/kiosk/checkout']);
});

test('the kiosk shows an error and accepts a badge next when a scan is not a badge', async () => {
  const kiosk = await drawer.pairedKiosk();
  const { page, scan, heading, alert } = kiosk;
  await drawer.stick('NO-BADGE');
  await scan('NO-BADGE');
  await alert('This is not a badge');
  await expectReadable(kiosk);
  await page.getByRole('button', { name: 'Type it' }).click();
  await expectReadable(kiosk);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await scan('4711');
  await heading('Scan the stick');
});

test('the kiosk shows an error when a stick is unknown or retired', async () => {
  const kiosk = await drawer.pairedKiosk();
  const { page, scan, heading, alert } = kiosk;
  await scan('4711');
  await scan('NOBODY-HAS-IT');
  await alert('No USB stick has this code');
  await expectReadable(kiosk);
  await drawer.stick('PAGE-OLD', { state: 'retired' });
  await scan('PAGE-OLD');
  await alert('retired');
  await page.getByRole('button', { name: 'Start over' }).click();
  await heading('Scan your badge');
});

test('the kiosk returns to the badge prompt when the worker is done', async () => {
  const { page, scan, heading } = await drawer.pairedKiosk();
  await drawer.stick('DONE-1');
  await scan('4711');
  await scan('DONE-1');
  await heading('Taken');
  await page.getByRole('button', { name: 'Done' }).click();
  await heading('Scan your badge');
});

test('the space bar presses a button and Tab moves the focus at the kiosk', async () => {
  const { page, scan, heading } = await drawer.pairedKiosk();
  await scan('4711');
  await heading('Scan the stick');
  await page.getByRole('button', { name: 'Start over' }).focus();
  await page.keyboard.press('Space');
  await heading('Scan your badge');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
});

test('the kiosk stores a scan over a reload and books it once when its response is lost', async () => {
  const kiosk = await drawer.pairedKiosk();
  const { page, scan } = kiosk;
  const path = await drawer.stick('PAGE-2');
  // The appliance books the loan, but the response does not reach the kiosk.
  let isLost = true;
  await page.route('**/api/usb/kiosk/checkout', async (route) => {
    if (!isLost) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await scan('4711');
  await scan('PAGE-2');
  await page.getByText(/^Stored here/).waitFor();
  await page.getByText('1 waiting for the network').waitFor();
  await expectReadable(kiosk);
  expect(await drawer.state(path)).toBe('checkedout');
  await page.reload();
  await page.getByText('1 waiting for the network').waitFor();
  isLost = false;
  await page.getByText('1 waiting for the network').waitFor({ state: 'detached' });
  expect(await drawer.api('GET', `${path}/custody`)).toHaveLength(1);
});

test('the worker chooses take or return without network and sees a later refusal', async () => {
  const kiosk = await drawer.pairedKiosk();
  const { page, scan, heading } = kiosk;
  const path = await drawer.stick('PAGE-3');
  await page.context().setOffline(true);
  await scan('4711');
  await scan('PAGE-3');
  await heading('PAGE-3');
  await expectReadable(kiosk);
  await page.getByRole('button', { name: 'Return' }).click();
  await page.getByText(/^Stored here/).waitFor();
  await page.context().setOffline(false);
  const refused = page.getByRole('alert').filter({ hasText: 'rejected later' });
  await refused.getByText('PAGE-3').waitFor();
  await expectReadable(kiosk);
  expect(await drawer.state(path)).toBe('available');
  await page.reload();
  await refused.getByRole('button', { name: 'Dismiss' }).click();
  await refused.waitFor({ state: 'detached' });
});

test('the kiosk shows what happened when the admin switches off its device or replaces its token', async () => {
  const { page, heading, scan, devicepath } = await drawer.pairedKiosk();
  await step('Switch the device off and on', async () => {
    await drawer.api('PUT', devicepath, { isactive: false });
    await page.reload();
    await heading('This kiosk is turned off');
    await page.getByText('Contact an admin').waitFor();
    await drawer.api('PUT', devicepath, { isactive: true });
    await page.reload();
    await heading('Scan your badge');
  });
  await step('Take the new token from the scanner', async () => {
    const { secret } = await drawer.api('POST', `${devicepath}/secret`);
    await page.reload();
    await heading('Pair this kiosk');
    await page.getByText('was replaced').waitFor();
    await scan(secret);
    await heading('Scan your badge');
  });
});
