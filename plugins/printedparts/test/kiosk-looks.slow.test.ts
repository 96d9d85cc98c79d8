import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { KioskPage } from '../../../test/browser/kiosk-plant.ts';
import { findFaults } from '../../../test/browser/page-faults.ts';
import { type PartsCabinet, startPartsCabinet } from './parts-cabinet.ts';

setDefaultTimeout(120_000);

let cabinet: PartsCabinet;
beforeAll(async () => {
  cabinet = await startPartsCabinet();
  await cabinet.part('SEHEN-1', 9, { name: 'Bohrlehre für die große Presse in Halle drei' });
});
afterEach(() => cabinet.closeKiosks());
afterAll(() => cabinet?.stop());

/** Opens a paired kiosk and chooses German. */
async function germanKiosk(): Promise<KioskPage> {
  const kiosk = await cabinet.pairedKiosk();
  const { page, heading, button } = kiosk;
  await button('Kiosk settings').tap();
  await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
  await heading('Ausweis scannen');
  await button('Schließen').tap();
  return kiosk;
}

/** Expects that all text is readable and all buttons are large enough for gloves. */
async function expectGoodLook({ page }: KioskPage): Promise<void> {
  expect(await findFaults(page)).toEqual([]);
  const buttons = await page.getByRole('button').evaluateAll((all) =>
    all.map((one) => {
      const { width, height } = one.getBoundingClientRect();
      return { text: one.textContent, size: Math.min(width, height) };
    }),
  );
  expect(buttons).not.toBeEmpty();
  expect(buttons.filter(({ size }) => size < 44)).toEqual([]);
}

const SIZES = [
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

test.each(SIZES.flatMap((size) => (['light', 'dark'] as const).map((scheme) => [scheme, size] as const)))(
  'the kiosk is readable in German and has large buttons when it is %s, at %j',
  async (colorScheme, viewport) => {
    const kiosk = await germanKiosk();
    const { page, scan, heading, button } = kiosk;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await expectGoodLook(kiosk);
    await scan('4711');
    await heading('Teil scannen');
    await expectGoodLook(kiosk);
    await scan('SEHEN-1');
    await button('1 entnehmen').waitFor();
    await expectGoodLook(kiosk);
    const take = await button('1 entnehmen').boundingBox();
    expect(take!.y + take!.height).toBeLessThanOrEqual(viewport.height);
    await button('Neu starten').tap();
  },
);

test('the kiosk shows that it is off and recovers when the admin switches it off and on', async () => {
  const { page, heading } = await germanKiosk();
  try {
    await cabinet.switchOn(false);
    await page.reload();
    await heading('Dieser Kiosk ist ausgeschaltet');
  } finally {
    await cabinet.switchOn(true);
  }
  await heading('Ausweis scannen');
});
