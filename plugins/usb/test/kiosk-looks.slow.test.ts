import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { KioskPage } from '../../../test/browser/kiosk-plant.ts';
import { findFaults } from '../../../test/browser/page-faults.ts';
import { startDrawer, type UsbDrawer } from './drawer.ts';

setDefaultTimeout(120_000);

let drawer: UsbDrawer;
beforeAll(async () => {
  drawer = await startDrawer();
});
afterEach(() => drawer.closeKiosks());
afterAll(() => drawer?.stop());

/** Opens a paired kiosk and chooses German. */
async function germanKiosk(): Promise<KioskPage> {
  const kiosk = await drawer.pairedKiosk();
  const { page, heading } = kiosk;
  await page.getByRole('button', { name: 'Kiosk settings' }).click();
  await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
  await heading('Ausweis scannen');
  await page.getByRole('button', { name: 'Schließen' }).click();
  return kiosk;
}

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

test.each(SIZES.flatMap((size) => (['light', 'dark'] as const).map((scheme) => [scheme, size] as const)))(
  'the kiosk is readable in German when it is %s, at %j',
  async (colorScheme, viewport) => {
    const { page, scan, heading } = await germanKiosk();
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    expect(await findFaults(page)).toEqual([]);
    await scan('4711');
    await heading('Stick scannen');
    expect(await findFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Neu starten' }).click();
  },
);

test.each(SIZES)('the kiosk shows each button at least 44 pixels high and wide at %j', async (viewport) => {
  const { page, scan, heading } = await germanKiosk();
  await page.setViewportSize(viewport);
  await scan('4711');
  await heading('Stick scannen');
  const buttons = await page.getByRole('button').all();
  expect(buttons).not.toBeEmpty();
  for (const button of buttons) {
    const box = (await button.boundingBox())!;
    expect([box.width >= 44, box.height >= 44]).toEqual([true, true]);
  }
  await page.getByRole('button', { name: 'Neu starten' }).click();
});

test('the kiosk shows that it is off and recovers when the admin switches it off and on', async () => {
  const { page, heading } = await germanKiosk();
  try {
    await drawer.switchOn(false);
    await page.reload();
    await heading('Dieser Kiosk ist ausgeschaltet');
  } finally {
    await drawer.switchOn(true);
  }
  await heading('Ausweis scannen');
});
