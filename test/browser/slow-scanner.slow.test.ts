import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type KioskPage, type KioskPlant, startKioskPlant } from './kiosk-plant.ts';

setDefaultTimeout(120_000);

let plant: KioskPlant;
beforeAll(async () => {
  plant = await startKioskPlant('usb');
});
afterEach(() => plant.closeKiosks());
afterAll(() => plant?.stop());

/**
 * Opens a paired kiosk on a slow tablet. Its clock stops until the test advances it; only a busy loop takes
 * real time.
 */
async function slowKiosk(): Promise<KioskPage> {
  const kiosk = await plant.pairedKiosk(async (page) => {
    await page.addInitScript(() => {
      const now = performance.now.bind(performance);
      const block = (ms: number) => {
        for (const end = now() + ms; now() < end; );
      };
      Object.assign(window, { block });
    });
    await page.clock.install();
  });
  const { page, session } = kiosk;
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  const devtools = await session.context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  return kiosk;
}

const block = ({ page }: KioskPage) =>
  page.evaluate(() => (window as unknown as { block(ms: number): void }).block(400));

/** Presses the keys one by one, with an action after each. */
async function pressEach({ page }: KioskPage, keys: string, after: () => Promise<void>): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await after();
  }
}

/** Ends the scan and waits until the kiosk has the complete badge without errors. */
async function expectBadge({ page, heading, problems }: KioskPage): Promise<void> {
  await page.keyboard.press('Enter');
  await page.clock.resume();
  await heading('Scan the stick');
  await page.getByText('Badge ••34').waitFor();
  expect(problems()).toEqual([]);
}

test('the kiosk reads one code when its keys arrive one by one with pauses', async () => {
  const kiosk = await slowKiosk();
  await pressEach(kiosk, '0501234BZ', () => kiosk.page.clock.runFor(400));
  await expectBadge(kiosk);
});

test('the kiosk reads one code when the page is blocked between its keys', async () => {
  const kiosk = await slowKiosk();
  await pressEach(kiosk, '05012', () => Promise.resolve());
  await block(kiosk);
  await pressEach(kiosk, '34', () => Promise.resolve());
  // The clock shows that a minute passed in which the page did nothing.
  await kiosk.page.clock.fastForward('01:00');
  await Promise.all([block(kiosk), pressEach(kiosk, 'BZ', () => Promise.resolve())]);
  await expectBadge(kiosk);
});

test('the kiosk drops stray keys when no further key follows for a while', async () => {
  const kiosk = await slowKiosk();
  await pressEach(kiosk, '9', () => kiosk.page.clock.runFor(5000));
  await pressEach(kiosk, '0501234BZ', () => kiosk.page.clock.runFor(400));
  await expectBadge(kiosk);
});
