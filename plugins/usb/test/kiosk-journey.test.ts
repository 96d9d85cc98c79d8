import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { KioskPage } from '../../../test/browser/kiosk-plant.ts';
import { step } from '../../../test/support/step.ts';
import { startDrawer, type UsbDrawer } from './drawer.ts';

setDefaultTimeout(120_000);

let drawer: UsbDrawer;
beforeAll(async () => {
  drawer = await startDrawer();
});
afterEach(() => drawer.closeKiosks());
afterAll(() => drawer?.stop());

/** Tries a token of another kind, then pairs the kiosk with a valid one. */
async function pair({ page, heading }: KioskPage): Promise<void> {
  const [parts, own] = [await drawer.newDevice('printedparts'), await drawer.newDevice()];
  await heading('Pair this kiosk');
  await page.getByLabel('Token').fill(parts.secret);
  await page.getByRole('button', { name: 'Pair' }).click();
  await page.getByText('belongs to another type of kiosk').waitFor();
  await page.getByLabel('Token').fill(own.secret);
  await page.getByRole('button', { name: 'Pair' }).click();
  await heading('Scan your badge');
  await page.reload();
  await heading('Scan your badge');
}

test('a worker takes a stick and another returns it at a kiosk that was just paired', async () => {
  const kiosk = await drawer.openKiosk();
  const { page, scan, heading } = kiosk;
  await step('Pair the kiosk once', () => pair(kiosk));
  const path = await drawer.stick('PAGE-1');
  await step('Take the stick', async () => {
    await scan('0501234BZ');
    await heading('Scan the stick');
    await page.getByText('Badge ••34').waitFor();
    await scan('PAGE-1');
    await heading('Taken');
    expect(await drawer.state(path)).toBe('checkedout');
    await page.getByText('PAGE-1 · Blue one').waitFor();
  });
  await step('Return it with the next badge, without a touch', async () => {
    await scan('77');
    await scan('PAGE-1');
    await heading('Returned');
    expect(await drawer.state(path)).toBe('available');
    expect(await page.locator('body').innerText()).not.toContain('501234');
  });
  expect(kiosk.problems().filter((problem) => !problem.includes('status of 401'))).toEqual([]);
});
